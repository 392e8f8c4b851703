// @module-tag soak

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fuzzRuns } from '../../../support/fuzz-runs.ts';
import { honest, lies, type ModelRow, orders } from './lying-list.ts';
import { readModel } from './read-model.ts';

// Random lists behind APIs that behave in various ways: a list that is reported as complete must be
// complete.

// Times within a few seconds, so that bounds fall on them as well as between them.
const time = fc
  .tuple(fc.nat(3), fc.constantFrom(0, 1, 2, 500, 999))
  .map(([seconds, ms]) => Date.UTC(2026, 0, 1) + seconds * 1000 + ms);
const row = fc.record({
  created: fc.oneof(time, fc.constant(Date.UTC(2026, 0, 1) + 1001)),
  released: time,
  project: fc.constantFrom('p', 'p', 'q', null),
  label: fc.constantFrom('a', 'b', null, null),
});
const model = fc.record({
  rows: fc
    .array(row, { maxLength: 40 })
    .map((all) => all.map((one, n): ModelRow => ({ ...one, id: `r${n}` }))),
  size: fc.integer({ min: 2, max: 8 }),
});
const runs = { numRuns: fuzzRuns(300) };

/** An API that rejects `created_before`, so that only projects and labels can split a list. */
const unaided = { ...honest, isBefore: undefined };

test('a correct API is read completely, or reported as incomplete', async () => {
  await fc.assert(
    fc.asyncProperty(model, async (one) => {
      const { isHonest, ids } = await readModel(one, honest);
      const before = await readModel(one, unaided);
      expect(isHonest).toBe(true);
      expect([...before.ids].filter((id) => !ids.has(id))).toEqual([]);
    }),
    runs,
  );
});

test('a correct API is read completely if no millisecond fills a window', async () => {
  await fc.assert(
    fc.asyncProperty(model, async ({ rows, size }) => {
      const instants = Map.groupBy(rows, ({ created }) => created);
      const most = Math.max(0, ...[...instants.values()].map(({ length }) => length));
      const { missing, full } = await readModel({ rows, size: Math.max(size, most + 1) }, honest);
      expect({ missing, full }).toEqual({ missing: [], full: [] });
    }),
    runs,
  );
});

describe.each(Object.entries(lies))('an API that %s', (_what, lie) => {
  const manners = { ...honest, ...lie };

  test('is read completely, or reported as incomplete', async () => {
    await fc.assert(
      fc.asyncProperty(model, async (one) => {
        const { isHonest, ids } = await readModel(one, manners);
        const before = await readModel(one, { ...manners, isBefore: undefined });
        expect(isHonest).toBe(true);
        expect([...before.ids].filter((id) => !ids.has(id))).toEqual([]);
      }),
      runs,
    );
  });
});

describe.each(Object.entries(orders))('an API that lists %s', (_what, order) => {
  test('is reported as incomplete once a window is out of order', async () => {
    let shown = 0;
    await fc.assert(
      fc.asyncProperty(model, async (one) => {
        const manners = { ...honest, order };
        const { list, isHonest } = await readModel(one, manners);
        if (!list.wasOutOfOrder()) return;
        shown += 1;
        expect(isHonest).toBe(true);
      }),
      runs,
    );
    // Random models differ, and this only shows that the property was tested.
    expect(shown).toBeGreaterThan(runs.numRuns / 10);
  });
});

test.each(['ignores the bound', 'answers 400 to the bound'])(
  'an API that %s is read as if it had no bounds, after one request with a bound',
  async (lie) => {
    await fc.assert(
      fc.asyncProperty(model, async (one) => {
        const manners = { ...honest, ...lies[lie] };
        const { list, full, ids } = await readModel(one, manners);
        const before = await readModel(one, { ...honest, isBefore: undefined });
        expect({ full, ids }).toEqual({ full: before.full, ids: before.ids });
        expect(list.bounds.length).toBeLessThan(2);
      }),
      runs,
    );
  },
);

test('each bound is earlier than the one before, and their number is limited', async () => {
  const rows = Array.from({ length: 2000 }, (_, n) => ({
    id: `r${n}`,
    created: Date.UTC(2026, 0, 1) - n,
    released: 0,
    project: null,
    label: null,
  }));
  const { list, full, ids } = await readModel({ rows, size: 3 }, honest);
  expect(list.bounds.length).toBeLessThan(200);
  expect(full).toEqual(['releases without a project without labels']);
  expect(ids.size).toBeGreaterThan(300);
  expect(list.bounds.slice(0, 150)).toEqual([...new Set(list.bounds)].sort().reverse());
});
