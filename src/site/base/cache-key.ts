import { hash } from 'node:crypto';
import type { SiteContext } from './context.ts';
import { hasProjects } from './release-name.ts';

/** The fields of an entry that its key depends on. */
interface Keyed {
  id: string;
  project: string | null;
  labels: readonly string[];
  /** Digest of the whole entry. */
  digest: string;
}

export type CacheKeys = ReturnType<typeof createCacheKeys>;

/**
 * Cache keys of pages. A key changes whenever anything on its page changes. With Astro's
 * `experimental.incrementalBuild`, a page whose key is unchanged is not rendered again.
 */
export function createCacheKeys(
  site: SiteContext,
  entries: Record<'releases' | 'milestones', Iterable<Keyed>>,
) {
  const { workspace, config, hasRoadmap, urls, projects, labels } = site;
  const frame = short([workspace, config, hasRoadmap, urls.absolute(''), hasProjects(site)]);
  const keysOf = (rows: Iterable<Keyed>) => {
    const byId = new Map<string, string>();
    for (const { id, project, labels: marks, digest } of rows) {
      const related = [projects.get(project ?? ''), marks.map((mark) => labels.get(mark))];
      byId.set(id, short([digest, related]));
    }
    return ({ id }: { id: string }) => byId.get(id) ?? '';
  };
  return {
    /** @param values JSON values: everything that the page shows, except the frame of all pages */
    page: (...values: unknown[]) => short([frame, values]),
    /**
     * Key of output without the frame of pages, such as a data file. Its parameter is a JSON value:
     * everything that the output shows.
     */
    shown: short,
    /** Key of a release, which also depends on the release's project and labels. */
    release: keysOf(entries.releases),
    texts: textKeys(entries.releases),
    milestone: keysOf(entries.milestones),
  };
}

/**
 * Keys of releases that do not depend on their projects and labels. Computed once per array, because
 * many files are made from the same array.
 */
function textKeys(rows: Iterable<Keyed>) {
  const digests = new Map<string, string>();
  for (const { id, digest } of rows) digests.set(id, digest);
  const known = new WeakMap<object, string>();
  return (of: readonly { id: string }[]) => {
    const key = known.get(of) ?? short(of.map(({ id }) => digests.get(id)));
    known.set(of, key);
    return key;
  };
}

/** A digest of 128 bits, so that collisions within a site are negligible. */
function short(value: unknown): string {
  return hash('sha256', JSON.stringify(value)).slice(0, 32);
}
