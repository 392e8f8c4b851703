import { type FilterKind, filterKinds } from '../../model/content/filter-kinds.ts';
import type { SiteFrame } from '../base/context.ts';
import type { Archive } from '../changelog/archives.ts';

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

/**
 * What the changelog can be filtered by: every archive that is not empty.
 * @param counted whether each tells how many releases there are
 */
export function filterGroups(
  archives: readonly Archive[],
  site: SiteFrame,
  { counted }: { counted: boolean },
): FilterGroup[] {
  const filled = archives.filter(({ releases }) => releases.length > 0);
  return filterKinds.flatMap((kind) => {
    const all = filled.filter((archive) => archive.kind === kind);
    if (all.length === 0) return [];
    const shown = all.length > most ? new Set(prominent(all)) : new Set(all);
    const options = (some: Archive[]) =>
      some.map((archive) => filterOption(archive, site, counted));
    return {
      title: site.strings.archives[kind].kind,
      options: options(all.filter((archive) => shown.has(archive))),
      more: options(all.filter((archive) => !shown.has(archive))),
    };
  });
}

/** The newest years; of everything else, those with the most releases. */
function prominent(all: Archive[]): Archive[] {
  const weight = ({ kind, releases }: Archive) => (kind === 'year' ? 0 : releases.length);
  return all.toSorted((a, b) => weight(b) - weight(a)).slice(0, inFirstStep);
}

function filterOption(archive: Archive, site: SiteFrame, counted: boolean): FilterOption {
  const { config, urls, strings } = site;
  const { kind, slug, colour, path, releases } = archive;
  const name = kind === 'pre-release' ? strings.onlyPreReleases : archive.name;
  const count = counted ? new Intl.NumberFormat(config.locale).format(releases.length) : undefined;
  return { kind, slug, name, colour, href: urls.href(path), count };
}
