import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import pLimit from 'p-limit';
import { edits } from './edits.ts';
import { peersOf } from './peers.ts';
import { median, type Row, timed } from './support/measure.ts';
import { buildContent, copyProject, type Project } from './support/project.ts';

/** Milliseconds of every round, by the kind of work. */
type Times = Map<string, number[]>;

export interface Builds {
  rows: Row[];
  /** Peak memory of the full builds, in megabytes. */
  megabytes: number;
}

const first = 'first build, which compiles';
const full = 'full build';
const fullAlike = 'full build without cards, planner, widget and search';
const plain = 'write the same bytes';

/** Switches off what Waymark builds and the sites of the other generators do not have. */
const notInPeers = { cards: false, upgrade: false, widget: false, search: false };

/**
 * Measures full builds and builds after one change, against a program that only writes the same
 * bytes and against other generators. All files are on the disk of `folder`, and every round
 * measures everything.
 * @param contentDir is changed during the measurement and restored afterwards
 */
export async function benchBuilds(
  folder: string,
  contentDir: string,
  rounds: number,
): Promise<Builds> {
  await using project = await copyProject(folder);
  const peers = await peersOf(join(folder, 'peers'), contentDir, { search: true });
  const peersAlike = await peersOf(join(folder, 'peers-alike'), contentDir, { search: false });
  const alike = join(folder, 'alike.config.ts');
  await writeFile(alike, `export default ${JSON.stringify({ show: notInPeers })};\n`);
  const times: Times = new Map();
  const count = readdirSync(join(contentDir, 'releases')).length;
  let megabytes = 0;
  for (let round = 0; round <= rounds; round += 1) {
    const time = async (work: string, task: () => Promise<unknown>) => {
      const ms = await timed(task);
      // The first round is a warm-up.
      if (round > 0) times.set(work, [...(times.get(work) ?? []), ms]);
    };
    const without = (...names: string[]) =>
      Promise.all(
        names.map((name) => rm(join(project.folder, name), { recursive: true, force: true })),
      );
    await without('dist', '.cache/builds', '.cache/renderers', '.cache/cards');
    await time(first, () => buildContent(project, contentDir));
    await without('dist', '.cache/builds');
    await time(full, async () => {
      megabytes = Math.max(megabytes, await buildContent(project, contentDir));
    });
    for (const [work, edit] of Object.entries(edits)) {
      const undo = edit(contentDir, round);
      await time(work, () => buildContent(project, contentDir));
      undo();
      await buildContent(project, contentDir);
    }
    for (const atOnce of [8, 1])
      await time(plainly(atOnce), await plainWriter(project, join(folder, 'plain'), atOnce));
    for (const { name, build: buildPeer } of [...peers, ...peersAlike]) {
      const out = join(folder, 'peer-out');
      await time(name, () => buildPeer(out));
      await rm(out, { recursive: true, force: true });
    }
    const buildAlike = () =>
      buildContent(project, contentDir, { settings: { SITE_CONFIG: alike } });
    // A different configuration needs its own renderer; this build compiles it, untimed.
    await buildAlike();
    await without('dist', '.cache/builds');
    await time(fullAlike, buildAlike);
  }
  const row = (work: string, baseline: string) => rowOf(times, count, work, baseline);
  const changed = Object.keys(edits);
  return {
    rows: [
      row(full, fasterOf(times, [plainly(8), plainly(1)])),
      ...peers.map(({ name }) => row(full, name)),
      ...peersAlike.map(({ name }) => row(fullAlike, name)),
      row(fullAlike, full),
      ...peers.map(({ name }) => row(first, name)),
      row(first, full),
      ...changed.map((work) => row(work, full)),
      ...peers.map(({ name }) => row(changed[0] ?? '', name)),
    ],
    megabytes: Math.round(megabytes),
  };
}

function rowOf(times: Times, count: number, work: string, baseline: string): Row {
  const [workMs, baselineMs] = [work, baseline].map((name) => median(times.get(name) ?? []));
  if (workMs === undefined || baselineMs === undefined) throw new Error('nothing was timed');
  return {
    work: `${work}, ${count} releases`,
    baseline,
    workMs,
    baselineMs,
    ratio: workMs / baselineMs,
  };
}

function plainly(atOnce: number): string {
  return `${plain}, ${atOnce === 1 ? 'one file after another' : `${atOnce} files at a time`}`;
}

function fasterOf(times: Times, works: readonly string[]): string {
  const byTime = works.toSorted(
    (one, other) => median(times.get(one) ?? []) - median(times.get(other) ?? []),
  );
  return byTime[0] ?? '';
}

/** Returns a task that writes the files of the finished build to another folder. */
async function plainWriter(
  project: Project,
  to: string,
  atOnce: number,
): Promise<() => Promise<void>> {
  const from = join(project.folder, 'dist');
  const entries = await readdir(from, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  const files = paths.map((path) => ({
    path: join(to, path.slice(from.length)),
    bytes: readFileSync(path),
  }));
  await rm(to, { recursive: true, force: true });
  return async () => {
    await pLimit(atOnce).map(files, async ({ path, bytes }) => {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, bytes);
    });
  };
}
