import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { decideExitCode, type SyncReport } from '../../../../src/sync/write/report/report.ts';
import { reduced, releaseRow } from '../../../support/rows.ts';
import { palettePng } from '../../pictures.ts';
import { now, startSync } from '../../run-sync.ts';

const png = new Uint8Array(await palettePng());
const hero = { type: 'image', url: '/files/hero.png' };
const minutes = (n: number) => new Date(now.getTime() + n * 60_000);
const strict = (report: unknown) => decideExitCode(report as SyncReport, true);
const status = (code: number) => () => new Response(null, { status: code });
const picture = () => new Response(png);
const toldOf = (why: string) => `Release “Title of a”: left out /files/hero.png: ${why}`;

/** An API with one release and the given response for its picture. */
async function startWith(answer: () => Response) {
  const it = await startSync({ releases: [releaseRow('a', { hero })] });
  it.script.answers.set(hero.url, answer);
  return { ...it, asked: () => it.api.askedFor().filter((path) => path === hero.url).length };
}

test.each([
  ['is not there', status(404), 'status 404'],
  ['does not answer', status(503), 'status 503'],
  ['is no picture', () => new Response('<svg/>'), 'it is not a supported picture'],
])('reports a picture that %s at each sync, but requests it once', async (_what, answer, why) => {
  await using it = await startWith(answer);
  for (const asked of [1, 0, 0]) {
    const report = await it.run();
    expect(report.warnings).toEqual([expect.stringContaining(toldOf(why))]);
    expect([strict(report), it.asked()]).toEqual([3, asked]);
  }
  expect((await it.run()).files).toEqual({ written: 0, removed: 0 });
});

test('an address that must not be requested is reported at every sync', async () => {
  const signed = { type: 'image', url: 'https://me:secret@example.com/a.png' };
  await using it = await startSync({ releases: [releaseRow('a', { hero: signed })] });
  for (const _ of [1, 2]) {
    const report = await it.run();
    expect(report.warnings).toEqual([
      'Release “Title of a”: left out https://example.com/a.png: the address holds credentials',
    ]);
    expect(strict(report)).toBe(3);
  }
});

test('a picture that becomes available is shown from then on, without a warning', async () => {
  await using it = await startWith(status(404));
  await it.run();
  it.script.answers.set(hero.url, picture);
  expect((await it.run({ now: minutes(4) })).releases.changed).toEqual([]);
  const report = await it.run({ now: minutes(7) });
  expect([report.releases.changed, report.warnings, strict(report)]).toEqual([['a'], [], 0]);
  expect((await it.content()).releases.get('a')?.hero).toMatchObject({ type: 'image' });
  expect((await it.run({ now: minutes(8) })).files).toEqual({ written: 0, removed: 0 });
});

test('requests a missing picture less and less often, down to once a day', async () => {
  await using it = await startWith(status(503));
  const days: number[] = [];
  for (const [day, step] of [2, 6, 6].entries()) {
    for (let hour = 0; hour < 24; hour += step)
      await it.run({ now: minutes((24 * day + hour) * 60) });
    days.push(it.asked());
  }
  expect(days[0]).toBeLessThan(10);
  expect(days[2]).toBeLessThan(2);
});

test('neither prepares the entry nor reads its record before the next request is due', async () => {
  await using it = await startSync({ releases: [releaseRow('a', { hero })], listed: reduced });
  it.script.answers.set(hero.url, status(503));
  await it.run();
  it.api.askedFor();
  await it.run({ now: minutes(4) });
  expect(it.api.askedFor()).not.toContain('/v1/releases/a');
  await it.run({ now: minutes(7) });
  expect(it.api.askedFor()).toEqual(expect.arrayContaining(['/v1/releases/a', hero.url]));
});

test('requests only the missing picture of an entry, not the pictures that it has', async () => {
  const body = '<img src="/files/one.png"><img src="/files/two.png">';
  await using it = await startSync({ releases: [releaseRow('a', { body, hero })] });
  for (const name of ['one', 'two']) it.script.answers.set(`/files/${name}.png`, picture);
  it.script.answers.set(hero.url, status(503));
  await it.run();
  it.api.askedFor();
  await it.run({ now: minutes(7) });
  expect(it.api.askedFor().filter((path) => path.startsWith('/files/'))).toEqual([hero.url]);
  expect((await it.content()).releases.get('a')?.body.match(/<img/g)).toHaveLength(2);
});

test('prepares an entry that is in no list only when its record changes', async () => {
  await using it = await startWith(picture);
  await it.run();
  it.script.unlisted.add('a');
  for (const _ of [1, 2]) expect((await it.run()).releases.total).toBe(1);
  expect(it.asked()).toBe(1);
});

test('does not request a missing picture earlier because its release was edited', async () => {
  await using it = await startWith(status(503));
  await it.run();
  it.script.releases = [releaseRow('a', { hero, title: 'Edited' })];
  const report = await it.run({ now: minutes(1) });
  expect(report.warnings).toEqual([expect.stringMatching(/^Release “Edited”: left out /)]);
  expect(it.asked()).toBe(1);
});

test('requests everything again in a full sync', async () => {
  await using it = await startWith(status(404));
  await it.run();
  await it.run({ full: true });
  expect(it.asked()).toBe(2);
});

test('does not wait longer because the clock was set back', async () => {
  await using it = await startWith(status(404));
  await it.run({ now: minutes(60) });
  await it.run();
  expect(it.asked()).toBe(2);
});

test('requests and reports missing pictures again if the cache is lost', async () => {
  await using it = await startWith(status(404));
  await it.run();
  await rm(`${it.folder}-cache.json`);
  const report = await it.run();
  expect(report.warnings).toEqual([toldOf('status 404')]);
  expect([it.asked(), report.files.written]).toEqual([2, 0]);
});

test('reports a missing picture once, with the number of entries that show it', async () => {
  await using it = await startWith(status(404));
  it.script.releases.push(releaseRow('b', { hero }));
  for (const asked of [1, 0]) {
    const { warnings } = await it.run();
    expect(warnings).toEqual([
      expect.stringMatching(/^Release “Title of a”.*status 404.*\(2 entries lack it\)$/),
    ]);
    expect(it.asked()).toBe(asked);
  }
});

test('keeps an existing copy while its address does not answer', async () => {
  await using it = await startWith(picture);
  await it.run();
  it.script.answers.set(hero.url, status(503));
  it.script.releases = [releaseRow('a', { hero, title: 'Edited' })];
  const report = await it.run({ now: minutes(1) });
  expect([report.releases.changed, report.warnings]).toEqual([['a'], []]);
  expect((await it.content()).releases.get('a')?.hero).toMatchObject({ type: 'image' });
  // The address is requested again later, as it may serve another picture by then.
  await it.run({ now: minutes(8) });
  expect(it.asked()).toBe(3);
});

test('removes a copy when its address says that the picture is gone', async () => {
  await using it = await startWith(picture);
  await it.run();
  it.script.answers.set(hero.url, status(410));
  it.script.releases = [releaseRow('a', { hero, title: 'Edited' })];
  expect((await it.run()).warnings).toEqual([expect.stringContaining('status 410')]);
  expect((await it.content()).assets.size).toBe(0);
});

test('does not report a video that it links to for lack of a copy, but requests it again', async () => {
  const film = '/files/film.mp4';
  await using it = await startSync();
  it.script.releases = [releaseRow('a', { hero: { type: 'video', url: `${it.api.url}${film}` } })];
  it.script.answers.set(film, status(503));
  expect((await it.run()).warnings).toEqual([]);
  it.api.askedFor();
  await it.run({ now: minutes(7) });
  expect(it.api.askedFor()).toContain(film);
});

test('updates the content even if the cache cannot be saved, and reports that', async () => {
  await using it = await startWith(status(404));
  const file = join(it.folder, '..', 'file');
  await writeFile(file, '');
  const report = await it.run({ cacheFile: join(file, 'cache.json') });
  expect(report.releases.added).toEqual(['a']);
  expect(report.warnings).toEqual([
    expect.stringMatching(/^The cache could not be saved, .*EEXIST/),
    toldOf('status 404'),
  ]);
});
