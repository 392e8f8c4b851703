import { cp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { expect, test, vi } from 'vitest';
import { filesIn } from '../support/files-in.ts';
import { milestoneRow, reduced, releaseRow, speed, web } from '../support/rows.ts';
import { now, type Synced, startSync } from './run-sync.ts';

const releases = () =>
  Array.from({ length: 110 }, (_, n) =>
    releaseRow(`r-${n}`, { body: null, project: web, labels: [speed] }),
  );
const script = () => ({ releases: releases(), milestones: [milestoneRow('m')] });

/** Runs a sync and counts the pages of rows that it parses. */
async function pagesParsed(it: Synced, over = {}) {
  const parse = vi.spyOn(JSON, 'parse');
  try {
    const report = await it.run(over);
    const pages = parse.mock.calls.filter(([text]) => /^\[\{"id":"[rm]-?/.test(String(text)));
    return { parsed: pages.length, report };
  } finally {
    parse.mockRestore();
  }
}

test('parses each page of a list once, although a sync reads every list twice', async () => {
  await using it = await startSync(script());
  expect((await pagesParsed(it)).parsed).toBe(3);
});

test('does not parse a page again if its bytes have not changed', async () => {
  await using it = await startSync(script());
  await it.run();
  const before = await filesIn(it.folder);
  expect((await pagesParsed(it)).parsed).toBe(0);
  expect(await filesIn(it.folder)).toEqual(before);
});

test('parses the page with a changed row, and remembers it from then on', async () => {
  await using it = await startSync(script());
  await it.run();
  it.script.releases[105] = releaseRow('r-105', { title: 'Other', project: web, labels: [speed] });
  expect((await pagesParsed(it)).parsed).toBe(1);
  expect((await it.content()).releases.get('r-105')?.title).toBe('Other');
  expect((await pagesParsed(it)).parsed).toBe(0);
});

test('parses pages again after content is restored from a backup', async () => {
  await using it = await startSync(script());
  await it.run();
  const backup = `${it.folder}-backup`;
  await cp(it.folder, backup, { recursive: true });
  it.script.releases[105] = releaseRow('r-105', { title: 'Other', project: web, labels: [speed] });
  await it.run();
  await it.run();
  const newest = await filesIn(it.folder);
  await rm(it.folder, { recursive: true });
  await rename(backup, it.folder);
  expect((await it.run()).releases.changed).toEqual(['r-105']);
  expect(await filesIn(it.folder)).toEqual(newest);
});

test.each([
  ['in full', { full: true }],
  ['without copies of pictures, on which entries depend too', { assets: false }],
  ['at a time that lies before the one at which its rows were public', { now: new Date(0) }],
])('parses all pages again if it reads %s', async (_, over) => {
  await using it = await startSync(script());
  await it.run();
  expect((await pagesParsed(it, { ...over, dryRun: true })).parsed).toBe(3);
});

test('does not show what was public before if it is no longer public', async () => {
  const soon = '2026-02-28T00:00:00.000Z';
  await using it = await startSync({
    releases: [releaseRow('a'), releaseRow('b', { released_at: soon })],
  });
  await it.run();
  const report = await it.run({ now: new Date('2026-02-01T00:00:00.000Z'), allowMassDelete: true });
  expect(report.releases.removed).toEqual(['b']);
  expect((await it.run()).releases.added).toEqual(['b']);
});

test('parses a page with an invalid row at each sync, and reports it each time', async () => {
  const wrong = releaseRow('r-7', { labels: [{ id: 7 }] });
  await using it = await startSync({ releases: [wrong, releaseRow('r-8')] });
  const { warnings } = await it.run();
  expect(warnings).toHaveLength(1);
  expect((await pagesParsed(it)).parsed).toBe(1);
  expect((await it.run()).warnings).toEqual(warnings);
});

test('reads the records of reduced rows again when they are due, even if it knows all pages', async () => {
  await using it = await startSync({ ...script(), listed: reduced });
  await it.run();
  expect((await pagesParsed(it)).parsed).toBe(0);
  it.api.askedFor();
  await it.run({ now: new Date(now.getTime() + 3 * 86_400_000) });
  expect(it.api.askedFor().filter((path) => path.split('/').length > 3)).toHaveLength(111);
});

test('splits a list longer than its window even if it knows all pages', async () => {
  const label = (id: string) => ({ id, name: `Label ${id}`, slug: id, color: null });
  const many = Array.from({ length: 1110 }, (_, n) =>
    releaseRow(`r-${n}`, { body: null, project: web, labels: [label(`l-${n % 2}`)] }),
  );
  await using it = await startSync({ releases: many });
  const first = await it.run();
  const { parsed, report } = await pagesParsed(it);
  expect(parsed).toBe(0);
  expect(report.releases).toMatchObject({ total: 1110, full: first.releases.full, removed: [] });
});

test('reads beyond a window even if it knows all pages', async () => {
  const many = Array.from({ length: 1300 }, (_, n) => {
    const created_at = new Date(Date.UTC(2026, 0, 1) - n * 1000).toISOString();
    return releaseRow(`r-${n}`, { body: null, project: web, created_at });
  });
  await using it = await startSync({ releases: many });
  await it.run();
  const { parsed, report } = await pagesParsed(it);
  expect(parsed).toBe(0);
  expect(report.releases).toMatchObject({ total: 1300, full: [], removed: [] });

  const cache = `${it.folder}-cache.json`;
  const { pages, ...rest } = JSON.parse(await readFile(cache, 'utf8'));
  for (const page of Object.values<{ created?: unknown }>(pages)) delete page.created;
  await writeFile(cache, JSON.stringify({ ...rest, pages }));
  const older = await pagesParsed(it);
  expect(older.parsed).toBeGreaterThan(10);
  expect(older.report.releases).toMatchObject({ total: 1300, full: [], changed: [] });
});
