import { filterKinds } from '../../model/content/filter-kinds.ts';
import type { SiteFrame } from '../../site/base/context.ts';
import type { Archive } from '../../site/releases/archives.ts';

export type FilterOption = ReturnType<typeof filterOption>;

export type FilterGroup = ReturnType<typeof filterGroups>[number];

/** If a kind has more options than this, only `maxFolded` of them are shown before unfolding. */
const maxUnfolded = 24;
const maxFolded = 16;
/**
 * Maximum options per kind. Archives beyond this limit are linked only from the pages of their
 * releases.
 */
const maxOptions = 100;

/**
 * The changelog's filters: the largest non-empty archives of each kind.
 * @param counted whether options show their number of releases
 */
export function filterGroups(
  archives: readonly Archive[],
  site: SiteFrame,
  { counted }: { counted: boolean },
) {
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
      /** Options that are shown without unfolding. */
      options: options(all.filter((archive) => unfolded.has(archive))),
      /**
       * Further options, sorted by name and shown only after unfolding. Empty if the kind has few
       * options.
       */
      more: options(all.filter((archive) => !unfolded.has(archive))),
    };
  });
}

/**
 * The filter groups for an archive's own page. They include the archive's own option, even if the
 * archive is too small to be listed elsewhere.
 */
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

/**
 * The newest years, or for other kinds the archives with the most releases. Keeps the order of
 * `all`.
 */
function largest(all: Archive[], count: number): Archive[] {
  if (all.length <= count) return all;
  const weight = ({ kind, releases }: Archive) => (kind === 'year' ? 0 : releases.length);
  const kept = new Set(all.toSorted((a, b) => weight(b) - weight(a)).slice(0, count));
  return all.filter((archive) => kept.has(archive));
}

/** A link to an archive, which scripts turn into a filter. */
function filterOption(archive: Archive, site: SiteFrame, counted: boolean) {
  const { config, urls, strings } = site;
  const { kind, slug, colour, path, releases } = archive;
  const name = kind === 'pre-release' ? strings.onlyPreReleases : archive.name;
  // Pages that do not change with every release show no numbers.
  const count = counted ? new Intl.NumberFormat(config.locale).format(releases.length) : undefined;
  return { kind, slug, name, colour, href: urls.href(path), count };
}
