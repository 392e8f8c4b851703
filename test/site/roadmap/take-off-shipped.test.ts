import { expect, test } from 'vitest';
import type { MilestoneListing, ReleaseListing } from '../../../src/model/content/content.ts';
import { takeOffShipped } from '../../../src/site/roadmap/shipped-in.ts';

test('a milestone with the name of a public release is no card, and its address leads there', () => {
  const milestone = (slug: string, release_id?: string) =>
    ({ slug, release_id }) as MilestoneListing;
  const releases = [{ id: 'r-1', slug: 'board-1-0-0' }] as ReleaseListing[];
  const all = [milestone('v1', 'r-1'), milestone('v2', 'r-2'), milestone('search')];
  const { milestones, shipped } = takeOffShipped(all, releases);
  expect(milestones.map(({ slug }) => slug)).toEqual(['v2', 'search']);
  expect(shipped).toEqual([{ from: 'roadmap/v1/', to: 'releases/board-1-0-0/' }]);
});
