import { cp, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { OnProgress } from '../../../../src/lib/progress.ts';
import { createBudget } from '../../../../src/lib/time/budget.ts';
import { systemClock } from '../../../../src/lib/time/clock.ts';
import { filesIn, stampsIn } from '../../../support/files-in.ts';
import { milestoneRow, releaseRow } from '../../../support/rows.ts';
import { startSyncedTwice } from '../../by-id/start-by-id.ts';
import { leaveUnfinished } from '../../leave-unfinished.ts';
import { grainy, largeMoving, palettePng } from '../../pictures.ts';
import { runSync, startSync } from '../../run-sync.ts';

const answer = (bytes: Buffer) => () => new Response(new Uint8Array(bytes));
const large = await grainy(1700, 60).png().toBuffer();
const answers = () =>
  new Map([
    ['/files/large.png', answer(large)],
    ['/files/photo.jpg', answer(photo)],
    ['/files/plain.webp', answer(plain)],
    ['/files/moving.webp', answer(moving)],
    ['/files/small.png', answer(small)],
  ]);
// This picture is 2,000 pixels wide when it is rotated as its metadata says.
const photo = await grainy(200, 2000, 120)
  .withMetadata({ orientation: 6 })
  .jpeg({ quality: 95 })
  .toBuffer();
const plain = await grainy(700, 200, 150).webp({ quality: 95 }).toBuffer();
const [moving, small] = await Promise.all([largeMoving(), palettePng()]);
const image = (name: string) => ({ type: 'image', url: `/files/${name}` });
const inBody = (name: string) => `<p>x<img src="/files/${name}" alt="y"></p>`;
const variantsIn = async (folder: string) =>
  (await readdir(join(folder, 'assets'))).filter((name) => name.includes('-')).sort();

/** Counts the pictures that a sync encodes. */
function countEncodings(): { onProgress: OnProgress; count: () => number } {
  let encoded = 0;
  return {
    onProgress: (stage, _done, total) => {
      if (stage === 'encoding') encoded = total;
    },
    count: () => encoded,
  };
}

test('large pictures get smaller versions, made once for all entries that show them', async () => {
  const releases = [
    releaseRow('a', { hero: image('large.png'), changes: [{ content: inBody('photo.jpg') }] }),
    releaseRow('b', { body: inBody('large.png') + inBody('small.png') }),
  ];
  const milestones = [milestoneRow('m', { body: inBody('large.png') })];
  await using it = await startSync({ releases, milestones, answers: answers() });
  await it.run();
  const content = await it.content();
  const [a, b] = [content.releases.get('a'), content.releases.get('b')];
  expect(Object.values(a?.pictures ?? {})).toEqual([
    [800, 1600],
    [800, 1600],
  ]);
  expect(Object.values(b?.pictures ?? {})).toEqual([[800, 1600]]);
  expect(content.milestones.get('m')?.pictures).toEqual(b?.pictures);
  const names = Object.entries(a?.pictures ?? {}).flatMap(([file, widths]) =>
    widths.map((width) => `${file.replace(/\..*/, '')}-${width}.webp`),
  );
  expect(await variantsIn(it.folder)).toEqual(names.sort());
  for (const name of names) {
    const { width, height } = await sharp(join(it.folder, 'assets', name)).metadata();
    expect(name).toContain(`-${width}.webp`);
    expect(width).toBeGreaterThan(height);
  }
});

test('a sync of unchanged content touches no picture', async () => {
  const releases = [releaseRow('a', { body: inBody('large.png') + inBody('plain.webp') })];
  await using it = await startSync({ releases, answers: answers() });
  await it.run();
  const before = await stampsIn(it.folder);
  const encodings = countEncodings();
  expect((await it.run(encodings)).files).toEqual({ written: 0, removed: 0 });
  expect(encodings.count()).toBe(0);
  expect(await stampsIn(it.folder)).toEqual(before);
});

test('neither another machine nor an edited text makes a picture be encoded again', async () => {
  const shown = inBody('large.png') + inBody('plain.webp') + inBody('moving.webp');
  const releases = [releaseRow('a', { body: shown })];
  await using it = await startSync({ releases, answers: answers() });
  await it.run();
  const elsewhere = `${it.folder}-elsewhere`;
  await cp(it.folder, elsewhere, { recursive: true });
  const encodings = countEncodings();
  expect((await runSync(it.api.url, elsewhere, encodings)).files.written).toBe(0);
  await runSync(it.api.url, elsewhere, { ...encodings, full: true });
  it.script.releases = [releaseRow('a', { body: `${shown}<p>More</p>` })];
  expect((await runSync(it.api.url, elsewhere, encodings)).releases.changed).toEqual(['a']);
  expect(encodings.count()).toBe(0);
  expect(await variantsIn(elsewhere)).toHaveLength(2);
});

test('remembers that an animation or a small picture needs no smaller versions', async () => {
  const body = inBody('moving.webp') + inBody('plain.webp');
  await using it = await startSync({ releases: [releaseRow('a', { body })], answers: answers() });
  await it.run();
  const { pictures = {} } = (await it.content()).releases.get('a') ?? {};
  expect(Object.values(pictures)).toEqual([[], []]);
  expect(await variantsIn(it.folder)).toEqual([]);
});

test('smaller versions are removed with the last entry that shows the picture; other files are not', async () => {
  const shown = { hero: image('large.png') };
  const releases = [releaseRow('a', shown), releaseRow('b', shown)];
  await using it = await startSync({ releases, answers: answers() });
  await it.run();
  const own = await variantsIn(it.folder);
  const strangers = ['x-800.webp', `${'0'.repeat(20)}-800.webp`];
  for (const name of strangers) await writeFile(join(it.folder, 'assets', name), large);
  it.script.releases = [releaseRow('a', shown), releaseRow('b')];
  await it.run();
  expect(await variantsIn(it.folder)).toEqual([...own, ...strangers].sort());
  it.script.releases = [releaseRow('a'), releaseRow('b')];
  await it.run();
  expect((await readdir(join(it.folder, 'assets'))).sort()).toEqual(strangers.toSorted());
});

test.each([
  ['removed', (file: string) => rm(file)],
  ['cut off', (file: string) => truncate(file, 20)],
])('a smaller version that was %s is created again', async (_what, damage) => {
  const releases = [releaseRow('a', { hero: image('large.png') })];
  await using it = await startSync({ releases, answers: answers() });
  await it.run();
  const before = await filesIn(it.folder);
  const [first = ''] = await variantsIn(it.folder);
  await damage(join(it.folder, 'assets', first));
  await it.run();
  expect(await filesIn(it.folder)).toEqual(before);
});

test('smaller versions are created again if the sync state is missing', async () => {
  const releases = [releaseRow('a', { hero: image('large.png') })];
  await using it = await startSync({ releases, answers: answers() });
  await it.run();
  const before = await filesIn(it.folder);
  await rm(join(it.folder, '.sync.json'));
  const [first = ''] = await variantsIn(it.folder);
  await writeFile(join(it.folder, 'assets', first), 'not a picture');
  await it.run();
  expect(await filesIn(it.folder)).toMatchObject({
    [`assets/${first}`]: before[`assets/${first}`],
  });
});

test.each([true, false])(
  'a sync that is killed loses no smaller version (journal: %s)',
  async (hasJournal) => {
    const releases = [releaseRow('a', { hero: image('large.png') })];
    await using it = await startSync({ releases, answers: answers() });
    await it.run();
    const whole = await filesIn(it.folder);
    const killed = `${it.folder}-killed`;
    await leaveUnfinished(killed, whole, hasJournal, (count) => Math.floor(count / 2));
    await runSync(it.api.url, killed);
    expect(await filesIn(killed)).toEqual(whole);
  },
);

test('a picture is shown in its original size if time runs out, until a later sync', async () => {
  const releases = [releaseRow('a', { hero: image('large.png') })];
  await using it = await startSync({ releases, answers: answers() });
  await it.run({ assets: false });
  // The time is up after the download.
  const { spend, seconds } = createBudget(60, systemClock);
  let spent = 0;
  const assetBudget: ReturnType<typeof createBudget> = {
    seconds,
    spend: async (work) => (++spent > 1 ? undefined : spend(work)),
  };
  await it.run({ assetBudget });
  expect((await it.content()).releases.get('a')).toMatchObject({ hero: { type: 'image' } });
  expect(await variantsIn(it.folder)).toEqual([]);
  it.api.askedFor();
  expect((await it.run()).releases.changed).toEqual(['a']);
  expect(it.api.askedFor()).not.toContain('/files/large.png');
  expect(await variantsIn(it.folder)).toHaveLength(2);
  expect((await it.run()).files.written).toBe(0);
});

test('a sync without assets makes no smaller versions', async () => {
  const releases = [releaseRow('a', { hero: image('large.png') })];
  await using it = await startSync({ releases, answers: answers() });
  await it.run();
  await it.run({ assets: false });
  expect((await filesIn(it.folder))['releases/a.json']).not.toContain('pictures');
  expect(
    Object.keys(await filesIn(it.folder)).filter((path) => path.startsWith('assets/')),
  ).toEqual([]);
});

test('a sync by id makes the same smaller versions as a full sync, and reuses existing ones', async () => {
  const releases = [releaseRow('a', { hero: image('large.png') })];
  await using it = await startSyncedTwice({ releases, answers: answers() });
  it.script.releases.push(releaseRow('b', { body: inBody('large.png') + inBody('photo.jpg') }));
  const shared = await variantsIn(it.folder);
  const before = await stampsIn(join(it.folder, 'assets'));
  expect(await it.runById(['b'])).toMatchObject({ kind: 'synced' });
  expect(await filesIn(it.folder)).toEqual(await it.fullSync());
  const after = await stampsIn(join(it.folder, 'assets'));
  expect(shared).toHaveLength(2);
  for (const name of shared) expect(after[name]).toBe(before[name]);
  expect(await variantsIn(it.folder)).toHaveLength(4);
});
