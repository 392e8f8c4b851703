import type { MilestoneEntry, ReleaseEntry } from '../../src/model/content/content.ts';
import type { Content } from '../../src/store/read/read-content.ts';

/** Gives whole entries by their slugs; throws where there is none of that name. */
interface EntryFinder {
  readRelease(slug: string): Promise<ReleaseEntry>;
  readMilestone(slug: string): Promise<MilestoneEntry>;
}

/** Finds entries among those that were read for something else: nothing is read again. */
export function entryFinder({ releases, milestones }: Content): EntryFinder {
  return { readRelease: bySlug(releases.values()), readMilestone: bySlug(milestones.values()) };
}

function bySlug<T extends { slug: string }>(entries: Iterable<T>): (slug: string) => Promise<T> {
  const all = new Map(Array.from(entries, (entry) => [entry.slug, entry]));
  return async (slug) => {
    const entry = all.get(slug);
    if (!entry) throw new Error(`No entry is called ${slug}.`);
    return entry;
  };
}
