import { type FilterKind, filterKinds } from '../../model/content/filter-kinds.ts';
import type { SiteFrame } from '../../site/base/context.ts';
import type { Archive } from '../../site/releases/archives.ts';

/** A link to an archive; scripts make it a filter that can be combined with others. */
export interface FilterOption {
  kind: FilterKind;
  slug: string;
  name: string;
  colour: string | undefined;
  href: string;
  /** How many releases there are behind it, on pages that change with every release anyway. */
  count: string | undefined;
}

export interface FilterGroup {
  title: string;
  /** What most readers look for. */
  options: FilterOption[];
  /** The others, where there are too many to be read at a glance; by name. */
  more: FilterOption[];
}

/** More of one kind than this are shown in two steps, so many of them in the first. */
const most = 24;
const inFirstStep = 16;
/** Of one kind. Readers reach the archives of others from the releases that they hold. */
const maxOptions = 100;

/**
 * What the changelog can be filtered by: archives that are not empty, the largest of each kind.
 * @param counted whether each tells how many releases there are
 */
export function filterGroups(
  archives: readonly Archive[],
  site: SiteFrame,
  { counted }: { counted: boolean },
): FilterGroup[] {
  const filled = archives.filter(({ releases }) => releases.length > 0);
  return filterKinds.flatMap((kind) => {
    const all = largest(
      filled.filter((archive) => archive.kind === kind),
      maxOptions,
    );
    if (all.length === 0) return [];
    const shown = new Set(all.length > most ? largest(all, inFirstStep) : all);
    const options = (some: Archive[]) =>
      some.map((archive) => filterOption(archive, site, counted));
    return {
      title: site.strings.archives[kind].kind,
      options: options(all.filter((archive) => shown.has(archive))),
      more: options(all.filter((archive) => !shown.has(archive))),
    };
  });
}

/** The groups on an archive's own page: its option is there however small the archive is. */
export function withOwnOption(
  groups: readonly FilterGroup[],
  archive: Archive,
  site: SiteFrame,
): readonly FilterGroup[] {
  if (archive.releases.length === 0) return groups;
  const own = filterOption(archive, site, false);
  const title = site.strings.archives[archive.kind].kind;
  return groups.map((group) => {
    const isThere = [...group.options, ...group.more].some(({ href }) => href === own.href);
    if (group.title !== title || isThere) return group;
    return { ...group, options: [...group.options, own] };
  });
}

/** The newest years; of everything else, those with the most releases. In the order of `all`. */
function largest(all: Archive[], count: number): Archive[] {
  if (all.length <= count) return all;
  const weight = ({ kind, releases }: Archive) => (kind === 'year' ? 0 : releases.length);
  const kept = new Set(all.toSorted((a, b) => weight(b) - weight(a)).slice(0, count));
  return all.filter((archive) => kept.has(archive));
}

function filterOption(archive: Archive, site: SiteFrame, counted: boolean): FilterOption {
  const { config, urls, strings } = site;
  const { kind, slug, colour, path, releases } = archive;
  const name = kind === 'pre-release' ? strings.onlyPreReleases : archive.name;
  const count = counted ? new Intl.NumberFormat(config.locale).format(releases.length) : undefined;
  return { kind, slug, name, colour, href: urls.href(path), count };
}
