import { type FilterKind, filterKinds } from '../../model/content/filter-kinds.ts';
import type { SiteFrame } from '../../site/base/context.ts';
import type { Archive } from '../../site/releases/archives.ts';

/** A link to an archive, which scripts turn into a filter. */
export interface FilterOption {
  kind: FilterKind;
  slug: string;
  name: string;
  colour: string | undefined;
  href: string;
  /** Number of releases, on pages that change with every release anyway. */
  count: string | undefined;
}

export interface FilterGroup {
  title: string;
  /** Shown at once. */
  options: FilterOption[];
  /** Options behind a fold, by name, if there are too many to scan. */
  more: FilterOption[];
}

/** Above this number, options of a kind are folded down to `maxFolded`. */
const maxUnfolded = 24;
const maxFolded = 16;
/** Per kind. Other archives are only linked from releases. */
const maxOptions = 100;

/**
 * The changelog's filters: archives that are not empty, the largest of each kind.
 * @param counted whether options show their number of releases
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
    const unfolded = new Set(all.length > maxUnfolded ? largest(all, maxFolded) : all);
    const options = (some: Archive[]) =>
      some.map((archive) => filterOption(archive, site, counted));
    return {
      title: site.strings.archives[kind].kind,
      options: options(all.filter((archive) => unfolded.has(archive))),
      more: options(all.filter((archive) => !unfolded.has(archive))),
    };
  });
}

/** The groups on an archive's own page, with its option however small the archive is. */
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

/** The newest years, or the archives with the most releases; in the order of `all`. */
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
