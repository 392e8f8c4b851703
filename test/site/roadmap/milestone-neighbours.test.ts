import { expect, test } from 'vitest';
import { neighbours } from '../../../src/site/releases/timeline.ts';
import { statusGroups } from '../../../src/site/roadmap/status-groups.ts';
import { milestoneEntry } from '../../support/entries.ts';
import { siteContext } from '../site.ts';

test('links each milestone to those beside it in its column', () => {
  const milestones = [
    milestoneEntry('low', { status: 'Doing', upvote_count: 1 }),
    milestoneEntry('top', { status: 'Doing', upvote_count: 9 }),
    milestoneEntry('mid', { status: 'Doing', upvote_count: 5 }),
    milestoneEntry('other', { status: 'Ideas', upvote_count: 7 }),
  ];
  const groups = statusGroups(milestones, siteContext());
  const found = neighbours(groups.map((group) => group.milestones));
  const pairs = [...found].map(([id, { previous, next }]) => [id, previous?.id, next?.id]);
  expect(pairs.toSorted()).toEqual([
    ['low', 'mid', undefined],
    ['mid', 'top', 'low'],
    ['other', undefined, undefined],
    ['top', undefined, 'mid'],
  ]);
});
