import { expect } from 'vitest';
import type { MilestoneEntry, ReleaseEntry } from '../../src/model/content/content.ts';
import { milestoneRow, type Row, releaseRow, speed, web } from '../support/rows.ts';
import { type BriefReport, startSync } from './run-sync.ts';

// Breaks each field of each resource, one at a time: the rest has to remain, and the broken part
// has to be reported.

const other = { id: 'l-other', name: 'Other', slug: 'other', color: '#0f766e' };
const link = (id: string) => ({
  id,
  type: 'LINK',
  content: { title: id, url: `https://example.org/${id}` },
});

/** A release with two items in every list: one is broken, the other has to remain. */
export const fullRelease = (id: string) =>
  releaseRow(id, {
    version: '1.0',
    summary: 'In short',
    project: web,
    labels: [speed, other],
    hero: { type: 'video', url: 'https://video.example/watch' },
    changes: [
      { id: 'c-1', change_id: 't-new', content: 'One' },
      { title: 'Fixed', color: '#16a34a', content: 'Two' },
    ],
    attachments: [
      { ...link('a'), content: { ...link('a').content, size: 1, type: 'text/plain' } },
      link('b'),
    ],
    contributors: ['ada', 'bo'].map((one) => ({ id: one, name: one, avatar_url: null })),
    scheduled_at: null,
  });

export const fullMilestone = (id: string) =>
  milestoneRow(id, {
    project: web,
    labels: [speed, other],
    attachments: [link('a'), link('b')],
    started_at: '2026-01-04T00:00:00.000Z',
    ended_at: '2026-01-05T00:00:00.000Z',
  });

type Path = readonly (string | number)[];

/** The paths of all values in a row: its fields, and the first item of each list. */
function pathsOf(value: unknown, at: Path = []): Path[] {
  const below = Array.isArray(value)
    ? value.slice(0, 1).flatMap((one) => pathsOf(one, [...at, 0]))
    : Object.entries(value && typeof value === 'object' ? value : {}).flatMap(([key, one]) =>
        pathsOf(one, [...at, key]),
      );
  return at.length > 0 ? [at, ...below] : below;
}

/** A copy of a row with another value at a path. */
export function broken(row: unknown, [key, ...rest]: Path, wrong: unknown): unknown {
  if (key === undefined) return wrong;
  const copy = structuredClone(row) as Record<string | number, unknown>;
  if (rest.length === 0 && wrong === undefined) delete copy[key];
  else copy[key] = broken(copy[key], rest, wrong);
  return copy;
}

/** `{}` is never a valid value in these rows, so it must always be reported. */
export const wrongs: unknown[] = [undefined, null, 7, '\ud83d', [null], {}];

export interface Break {
  id: string;
  path: Path;
  wrong: unknown;
}

export function breaksOf(
  prefix: string,
  row: Row,
  but: readonly string[],
  values: readonly unknown[] = wrongs,
): Break[] {
  return pathsOf(row)
    .filter(([field]) => !but.includes(String(field)))
    .flatMap((path) => values.map((wrong) => ({ path, wrong })))
    .map((one, index) => ({ ...one, id: `${prefix}-${index}` }));
}

/** An entry without the parts that are made from one field of the row. */
function rest(entry: ReleaseEntry | MilestoneEntry | undefined, field: string | number) {
  if (!entry) return undefined;
  const { id: _, ...others } = entry as Record<string, unknown>;
  const made: Record<string, string[]> = { body: ['body', 'excerpt', 'groups', 'reading_minutes'] };
  for (const key of made[field] ?? [String(field)]) delete others[key];
  return others;
}

/** One row for each break, with that value broken. */
export function rowsOf(breaks: readonly Break[], whole: (id: string) => Row): Row[] {
  return breaks.map(({ id, path, wrong }) => broken(whole(id), path, wrong) as Row);
}

const named = (report: BriefReport, id: string) =>
  report.warnings.some((line) => line.includes(`“Title of ${id}”`));

/** Each kind with a row whose lists have two items, and the fields that it needs. */
export const kinds = [
  {
    kind: 'release',
    collection: 'releases',
    whole: fullRelease,
    vital: ['id', 'title', 'status', 'is_public', 'released_at'],
  },
  {
    kind: 'milestone',
    collection: 'milestones',
    whole: fullMilestone,
    vital: ['id', 'title', 'is_public'],
  },
] as const;

/**
 * Breaks each value of a row with each of the wrong values, and expects an entry without only the
 * broken part, and that part in the report.
 */
export async function showsTheRest(
  { collection, whole, vital }: (typeof kinds)[number],
  wrongs: readonly unknown[],
): Promise<void> {
  const breaks = breaksOf('r', whole('x'), vital, wrongs);
  // A collection has to fit into the window of a list.
  expect(breaks.length).toBeLessThan(1000);
  // All rows get the same slug and similar titles, because these differ between entries anyway.
  const alike = (id: string) => ({ ...whole('x'), id, title: `Title of ${id}`, slug: 'one' });
  await using it = await startSync({ [collection]: [alike('x'), ...rowsOf(breaks, alike)] });
  const report = await it.run({ assets: false });
  const entries = (await it.content())[collection];
  const same = { slug: '', title: '' };
  const expected = { ...entries.get('x'), ...same } as ReleaseEntry;
  for (const { id, path, wrong } of breaks) {
    const entry = entries.get(id) && ({ ...entries.get(id), ...same } as ReleaseEntry);
    const field = path[0] ?? '';
    expect(rest(entry, field), `${path} = ${JSON.stringify(wrong)}`).toEqual(rest(expected, field));
    if (path.includes(0)) expect(lastOf(entry, field)).toEqual(lastOf(expected, field));
    const isUnknown = path[0] === 'created_at' && collection === 'releases';
    if (JSON.stringify(wrong) === '{}' && !isUnknown && field !== 'scheduled_at')
      expect(named(report, id), String(path)).toBe(true);
  }
  const again = await it.run({ assets: false });
  expect(again.warnings).toEqual(report.warnings);
  expect(again.files).toEqual({ written: 0, removed: 0 });
}

/** The last item of a list, which was not broken; any other value as it is. */
function lastOf(entry: ReleaseEntry | undefined, field: string | number): unknown {
  const value = (entry as Record<string, unknown> | undefined)?.[field];
  return Array.isArray(value) ? value.at(-1) : value;
}
