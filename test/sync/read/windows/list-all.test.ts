import { expect, test } from 'vitest';
import { honest, type ModelRow } from './lying-list.ts';
import { readModel } from './read-model.ts';

test('discards what it read with bounds once one of the bounds turns out to be wrong', async () => {
  const row = (id: string, project: string, created: number): ModelRow => ({
    id,
    project,
    label: null,
    released: 0,
    created: Date.UTC(2026, 0, 1) - created,
  });
  const rows = [
    ...['p1', 'q1', 'q2'].map((id) => row(id, id.slice(0, 1), 0)),
    ...['p2', 'p3', 'p4', 'q3', 'q4'].map((id, n) => row(id, id.slice(0, 1), 1 + n)),
  ];
  const isBefore = (one: ModelRow, before: number) => one.created < before;
  expect((await readModel({ rows, size: 3 }, { ...honest, isBefore })).full).toEqual([]);
  const { full } = await readModel(
    { rows, size: 3 },
    {
      ...honest,
      // The API hides one row of project p, which goes unnoticed, and ignores the bound in project
      // q.
      isBefore: (one, before, { filters }) =>
        one.id !== 'p4' && (filters.project_id === 'q' || isBefore(one, before)),
    },
  );
  expect(full).toEqual([
    'releases of project p without labels',
    'releases of project q without labels',
  ]);
});
