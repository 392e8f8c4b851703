import { expect, test } from 'vitest';
import { groupedChanges } from '../../src/site/changes.ts';
import { siteContext } from './site.ts';

const types = siteContext().workspace.change_types;
const grouped = (changes: { type: string | null; html: string }[]) =>
  groupedChanges({ changes }, types);

test('numbers changes in the order in which the page shows them', () => {
  const changes = [
    { type: 'gone', html: 'a' },
    { type: 'fixed', html: 'b' },
    { type: 'new', html: 'c' },
    { type: null, html: 'd' },
    { type: 'fixed', html: 'e' },
  ];
  expect(grouped(changes)).toEqual([
    { type: 'new', changes: [{ html: 'c', anchor: 'change-1' }] },
    {
      type: 'fixed',
      changes: [
        { html: 'b', anchor: 'change-2' },
        { html: 'e', anchor: 'change-3' },
      ],
    },
    {
      type: null,
      changes: [
        { html: 'a', anchor: 'change-4' },
        { html: 'd', anchor: 'change-5' },
      ],
    },
  ]);
});

test('has no group where there is nothing to show', () => {
  expect(grouped([])).toEqual([]);
  expect(grouped([{ type: 'fixed', html: 'b' }])).toHaveLength(1);
});
