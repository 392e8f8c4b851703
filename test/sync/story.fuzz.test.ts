// @module-tag soak

import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { toJsonText } from '../../src/lib/json.ts';
import { maxMoves } from '../../src/model/content/roadmap-log.ts';
import { recover } from '../../src/store/write/apply.ts';
import { filesIn, stampsIn } from '../support/files-in.ts';
import { fuzzRuns } from '../support/fuzz-runs.ts';
import { randomFrom } from '../support/random-from.ts';
import { milestoneRow, workspace } from '../support/rows.ts';
import { leaveUnfinished } from './leave-unfinished.ts';
import { StoryWorld } from './plan/story-world.ts';
import { now, runSync, type Synced, startSync } from './run-sync.ts';

const file = 'roadmap-log.json';
const later = new Date('2026-03-02T09:00:00.000Z');
const place = (status: string, stage: string) => ({ status, stage });
const doing = place('In progress', 'IN_PROGRESS');
const done = place('Shipped', 'COMPLETED');
const shipped = { status: 'Shipped', stage: 'COMPLETED' };

/** Content with two milestones in progress, after a first sync. */
async function startStory(over: Record<string, unknown> = {}) {
  const it = await startSync({ milestones: [milestoneRow('m', over), milestoneRow('other')] });
  await it.run();
  return it;
}

const change = (it: Synced, over: Record<string, unknown>) =>
  Object.assign(it.script.milestones[0] ?? {}, over);
const logOf = async (it: Synced) => (await it.content()).roadmapLog;

test('logs nothing for milestones that exist at the first sync', async () => {
  await using it = await startStory();
  expect(await filesIn(it.folder)).not.toHaveProperty(file);
});

test('logs a move once, at the time of the sync if the milestone has no time for it', async () => {
  await using it = await startStory();
  change(it, shipped);
  await it.run({ now: later });
  const move = { milestone: 'm', at: later.toISOString(), from: doing, to: done };
  expect(await logOf(it)).toEqual([move]);
  const before = await stampsIn(it.folder);
  expect((await it.run({ now: new Date('2026-03-09T00:00:00.000Z') })).files.written).toBe(0);
  expect(await stampsIn(it.folder)).toEqual(before);
});

test('logs no move of a milestone whose title of the stage was “Canceled” before', async () => {
  await using it = await startStory(place('Canceled', 'CANCELED'));
  change(it, place('Not planned', 'CANCELED'));
  await it.run({ now: later });
  expect(await logOf(it)).toEqual([]);
  change(it, place('Parked', 'CANCELED'));
  await it.run({ now: later });
  expect(await logOf(it)).toHaveLength(1);
});

test.each([
  ['ended_at', { ended_at: '2026-02-10T10:00:00.000Z', updated_at: '2026-02-11T00:00:00.000Z' }],
  ['updated_at', { updated_at: '2026-02-10T10:00:00.000Z' }],
  ['updated_at', { ended_at: '2020-01-01T00:00:00.000Z', updated_at: '2026-02-10T10:00:00.000Z' }],
  ['updated_at', { ended_at: '2027-01-01T00:00:00.000Z', updated_at: '2026-02-10T10:00:00.000Z' }],
])('takes the time of a move from %s if that fits (%j)', async (_field, times) => {
  await using it = await startStory();
  change(it, { ...shipped, ...times });
  await it.run({ now: later });
  expect((await logOf(it))[0]?.at).toBe('2026-02-10T10:00:00.000Z');
});

test('logs a milestone that becomes public, and removes its log when it becomes private', async () => {
  await using it = await startStory({ is_public: false });
  change(it, { is_public: true });
  await it.run({ now: later });
  expect(await logOf(it)).toEqual([
    { milestone: 'm', at: later.toISOString(), from: null, to: doing },
  ]);
  change(it, { is_public: false });
  await it.run({ now: later });
  expect(await filesIn(it.folder)).not.toHaveProperty(file);
});

test('does not take a renamed status for a move', async () => {
  await using it = await startStory();
  const [first, second] = workspace.roadmap_status_types;
  it.script.workspace = {
    ...workspace,
    roadmap_status_types: [{ ...first, title: 'Under way' }, second],
  };
  for (const row of it.script.milestones) row.status = 'Under way';
  await it.run({ now: later });
  expect((await it.content()).milestones.get('m')?.status).toBe('Under way');
  expect(await logOf(it)).toEqual([]);
});

test('knows the stage of milestones even if their files were edited or removed', async () => {
  await using it = await startStory();
  const path = join(it.folder, 'milestones/m.json');
  const text = await readFile(path, 'utf8');
  await writeFile(path, text.replace('"In progress"', '"By hand"'));
  await rm(join(it.folder, 'milestones/other.json'));
  await it.run({ now: later });
  expect(await logOf(it)).toEqual([]);
  await writeFile(path, text.replace('"In progress"', '"By hand"'));
  change(it, shipped);
  await it.run({ now: later });
  expect(await logOf(it)).toMatchObject([{ from: doing, to: done }]);
});

test('logs no new milestones if the earlier content is unknown', async () => {
  await using it = await startStory();
  await rm(join(it.folder, '.sync.json'));
  await rm(join(it.folder, 'milestones/m.json'));
  await it.run({ now: later });
  expect(await logOf(it)).toEqual([]);
});

test('keeps moves in order even if the clock was set back', async () => {
  await using it = await startStory();
  change(it, shipped);
  await it.run({ now: later });
  change(it, { status: 'In progress', stage: 'IN_PROGRESS' });
  await it.run({ now });
  expect((await logOf(it)).map(({ to }) => to)).toEqual([done, doing]);
});

test(`keeps ${maxMoves} moves, and drops the oldest`, async () => {
  await using it = await startStory();
  const at = (n: number) => new Date(Date.parse('2026-01-01T00:00:00.000Z') + n).toISOString();
  const moves = Array.from({ length: maxMoves + 5 }, (_, n) => ({
    milestone: 'm',
    at: at(n),
    from: doing,
    to: doing,
  }));
  await writeFile(join(it.folder, file), toJsonText(moves));
  change(it, shipped);
  await it.run({ now: later });
  const log = await logOf(it);
  expect(log).toHaveLength(maxMoves);
  expect([log[0]?.at, log.at(-1)?.at]).toEqual([at(6), later.toISOString()]);
});

test('continues from a log that was edited by hand', async () => {
  await using it = await startStory();
  change(it, shipped);
  await it.run({ now: later });
  const mended = [{ milestone: 'm', at: '2026-01-05T00:00:00Z', from: null, to: doing }];
  await writeFile(join(it.folder, file), JSON.stringify([...mended, ...mended]));
  expect((await it.run({ now: later })).warnings).toEqual([]);
  expect(await logOf(it)).toEqual([{ ...mended[0], at: '2026-01-05T00:00:00.000Z' }]);
});

test.each([['<<<<<<< HEAD\n'], ['[{}]'], ['']])(
  'sets aside a log that it cannot read (%j), and reports it',
  async (text) => {
    await using it = await startStory();
    change(it, shipped);
    await it.run({ now: later });
    await writeFile(join(it.folder, file), text);
    expect((await it.run({ now: later, dryRun: true })).warnings[0]).toContain('would be renamed');
    expect(await readFile(join(it.folder, file), 'utf8')).toBe(text);
    const report = await it.run({ now: later });
    const aside = /renamed to (roadmap-log\.damaged-\w{8}\.json)/.exec(report.warnings[0] ?? '');
    expect(await filesIn(it.folder)).toMatchObject({ [aside?.[1] ?? '']: text });
    expect((await it.run({ now: later })).warnings).toEqual([]);
  },
);

test('reports that the log is missing, and does not make one up', async () => {
  await using it = await startStory();
  change(it, shipped);
  await it.run({ now: later });
  await rm(join(it.folder, file));
  expect((await it.run({ now: later })).warnings).toEqual([
    expect.stringContaining('roadmap-log.json is missing'),
  ]);
  expect(await filesIn(it.folder)).not.toHaveProperty(file);
});

test('reports once that the roadmap’s log begins', async () => {
  await using it = await startSync({ milestones: [milestoneRow('m')] });
  expect([(await it.run()).storyBegins, (await it.run()).storyBegins]).toEqual([true, false]);
});

test('reports that another workspace’s log is removed with its content', async () => {
  await using it = await startStory();
  change(it, shipped);
  await it.run({ now: later });
  it.script.workspace = { ...workspace, id: 'w-2' };
  const { warnings } = await it.run({ replace: true });
  expect(warnings[0]).toContain('the only log of its roadmap (1 move)');
  expect(await filesIn(it.folder)).not.toHaveProperty(file);
});

test('random changes, syncs and kills always leave the expected log', async () => {
  const told = { moves: 0, kills: 0 };
  for (let seed = 1; seed <= fuzzRuns(1, 40); seed += 1) {
    const world = new StoryWorld(randomFrom(seed));
    await using it = await startSync();
    await wholeSync(it, world);
    for (let turn = 0; turn < 24; turn += 1) told.kills += await liveOn(it, world);
    await wholeSync(it, world);
    told.moves += world.log.length;
  }
  expect(told.moves).toBeGreaterThan(10);
  expect(told.kills).toBeGreaterThan(6);
}, 600_000);

/**
 * Makes some changes and then a sync, which is killed in two of five cases. Returns the number of
 * kills.
 */
async function liveOn(it: Synced, world: StoryWorld): Promise<number> {
  for (let steps = world.below(4); steps >= 0; steps -= 1) world.step();
  const kind = world.below(5);
  if (kind === 0) await killedSync(it, world, 'before its journal');
  else if (kind === 1) await killedSync(it, world, 'after it');
  else await wholeSync(it, world);
  return kind < 2 ? 1 : 0;
}

const options = { allowMassDelete: true, assets: false };

async function wholeSync(it: Synced, world: StoryWorld): Promise<void> {
  world.synced();
  Object.assign(it.script, { milestones: world.rows(), workspace: world.workspace });
  await it.run({ ...options, now: new Date(world.now), full: world.below(4) === 0 });
  expect(await logOf(it)).toEqual(world.log);
  const again = await it.run({ ...options, now: new Date(world.now + 1) });
  expect(again.files).toEqual({ written: 0, removed: 0 });
}

/** Leaves the folder as if a sync was killed while it applied its plan. */
async function killedSync(
  it: Synced,
  world: StoryWorld,
  when: 'before its journal' | 'after it',
): Promise<void> {
  const isDone = when === 'after it';
  Object.assign(it.script, { milestones: world.rows(), workspace: world.workspace });
  await recover(it.folder);
  if (isDone) world.synced();
  const copy = `${it.folder}-copy`;
  await rm(copy, { recursive: true, force: true });
  await cp(it.folder, copy, { recursive: true });
  await runSync(it.api.url, copy, { ...options, now: new Date(world.now + (isDone ? 0 : 1)) });
  await leaveUnfinished(it.folder, await filesIn(copy), isDone, (count) => world.below(count));
}
