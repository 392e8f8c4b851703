import type { MilestoneEntry, ReleaseEntry } from '../../src/model/content/content.ts';
import type { Content } from '../../src/store/read/read-content.ts';

/** Returns entries by their slugs; throws if there is none. */
interface EntryFinder {
  readRelease(slug: string): Promise<ReleaseEntry>;
  readMilestone(slug: string): Promise<MilestoneEntry>;
}

/** Finds entries in content that was already read. */
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
