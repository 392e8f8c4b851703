import { hash } from 'node:crypto';
import type { SiteContext } from './context.ts';

/** What a key needs to know of an entry. */
interface Keyed {
  id: string;
  project: string | null;
  labels: readonly string[];
  /** Of all that the entry holds. */
  digest: string;
}

/**
 * Keys of pages: one stays the same for as long as all that its page shows does. With Astro's
 * `experimental.incrementalBuild`, such a page is not rendered again.
 */
export interface CacheKeys {
  /** @param shown all that the page shows beside the frame that every page stands in: JSON values */
  page(...shown: unknown[]): string;
  /** Of what shows this and no frame: a JSON value. */
  shown(value: unknown): string;
  /** Of an entry with its project and its labels, wherever it is shown. */
  release(one: { id: string }): string;
  /** Of an entry as it looks in a list: with the settings, the workspace and the site's address. */
  listed(one: { id: string }): string;
  /** Of what releases hold themselves: made once for a list that many files are made of. */
  texts(of: readonly { id: string }[]): string;
  milestone(one: { id: string }): string;
}

export function createCacheKeys(
  site: SiteContext,
  entries: Record<'releases' | 'milestones', Iterable<Keyed>>,
): CacheKeys {
  const { workspace, config, hasRoadmap, urls, projects, labels } = site;
  const frame = short([workspace, config, hasRoadmap, urls.absolute('')]);
  const keysOf = (rows: Iterable<Keyed>) => {
    const byId = new Map<string, string>();
    for (const { id, project, labels: marks, digest } of rows) {
      const aside = [projects.get(project ?? ''), marks.map((mark) => labels.get(mark))];
      byId.set(id, short([digest, aside]));
    }
    return ({ id }: { id: string }) => byId.get(id) ?? '';
  };
  const release = keysOf(entries.releases);
  return {
    page: (...shown) => short([frame, shown]),
    shown: short,
    release,
    listed: (one) => frame + release(one),
    texts: textKeys(entries.releases),
    milestone: keysOf(entries.milestones),
  };
}

function textKeys(rows: Iterable<Keyed>): CacheKeys['texts'] {
  const digests = new Map<string, string>();
  for (const { id, digest } of rows) digests.set(id, digest);
  const known = new WeakMap<object, string>();
  return (of) => {
    const key = known.get(of) ?? short(of.map(({ id }) => digests.get(id)));
    known.set(of, key);
    return key;
  };
}

/** 128 bits: no two pages of a site have the same by chance. */
function short(value: unknown): string {
  return hash('sha256', JSON.stringify(value)).slice(0, 32);
}
