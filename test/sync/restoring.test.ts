import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { digest } from '../../src/lib/digest.ts';
import { filesIn } from '../support/files-in.ts';
import { releaseRow } from '../support/rows.ts';
import { damages, log, startWhole } from './damages.ts';
import { grainy } from './pictures.ts';
import { startSync } from './run-sync.ts';

test.each(Object.entries(damages))(
  'restores any file that %s at the next sync',
  async (_what, damage) => {
    await using it = await startWhole();
    const before = await filesIn(it.folder);
    // The state and the workspace are damaged alone. Redirects are stored in two files, and one of
    // them is needed to restore the other.
    const alone = ['.sync.json', 'workspace.json'];
    const others = Object.keys(before).filter((path) => path !== log && !alone.includes(path));
    for (const paths of [...alone.map((path) => [path]), others]) {
      for (const path of paths) await damage(join(it.folder, path));
      await it.run();
      expect(await filesIn(it.folder), paths.join()).toEqual(before);
    }
  },
);

test('reports what it restored, and writes nothing if nothing was damaged', async () => {
  await using it = await startWhole();
  expect((await it.run()).files).toEqual({ written: 0, removed: 0 });
  await rm(join(it.folder, 'releases/new.json'));
  await damages['was changed by hand']?.(join(it.folder, 'releases/r-3.json'));
  const report = await it.run();
  expect(report.releases).toMatchObject({ added: ['new'], changed: ['r-3'], removed: [] });
  expect(report.files).toEqual({ written: 2, removed: 0 });
});

test('keeps an entry that was edited by hand until the API returns its record again', async () => {
  await using it = await startWhole();
  const before = await filesIn(it.folder);
  await damages['was changed by hand']?.(join(it.folder, 'releases/r-3.json'));
  it.script.unlisted = new Set(['r-3']);
  it.script.answers.set('/v1/releases/r-3', () => new Response(null, { status: 500 }));
  await it.run();
  expect((await it.content()).releases.get('r-3')?.title).toMatch(/by hand$/);
  it.script.unlisted.clear();
  it.script.answers.delete('/v1/releases/r-3');
  await it.run();
  expect(await filesIn(it.folder)).toEqual(before);
});

test('prepares nothing again if an older state has no digests', async () => {
  await using it = await startWhole();
  const before = await filesIn(it.folder);
  const file = join(it.folder, '.sync.json');
  const { files, assets, redirects, ...state } = JSON.parse(await readFile(file, 'utf8'));
  expect([files, assets, redirects]).not.toContain(undefined);
  await writeFile(file, JSON.stringify(state));
  const report = await it.run();
  expect(report.files).toEqual({ written: 1, removed: 0 });
  expect(await filesIn(it.folder)).toEqual(before);
});

test('touches no file that may be somebody else’s if the state is lost too', async () => {
  await using it = await startWhole();
  await rm(join(it.folder, '.sync.json'));
  await writeFile(join(it.folder, 'releases/notes.json'), '{"mine": true}');
  const before = await filesIn(it.folder);
  await expect(it.run()).rejects.toThrow(
    'releases/notes.json is damaged, or was not written by sync',
  );
  expect(await filesIn(it.folder)).toEqual(before);
});

test.each([['releases'], ['assets'], ['milestones']])(
  'restores the whole folder %s',
  async (name) => {
    await using it = await startWhole();
    const before = await filesIn(it.folder);
    await rm(join(it.folder, name), { recursive: true });
    await it.run();
    expect(await filesIn(it.folder)).toEqual(before);
  },
);

test('names an unknown file among the entries, and touches nothing', async () => {
  await using it = await startWhole();
  await mkdir(join(it.folder, 'releases'), { recursive: true });
  await writeFile(join(it.folder, 'releases/notes.json'), '{"mine": true}');
  const before = await filesIn(it.folder);
  await expect(it.run()).rejects.toThrow(
    'releases/notes.json is damaged, or was not written by sync',
  );
  expect(await filesIn(it.folder)).toEqual(before);
});

test('copies a damaged log before it writes a new one, because only the log has old changes', async () => {
  await using it = await startWhole();
  await writeFile(join(it.folder, log), 'by hand');
  await it.run();
  const files = await filesIn(it.folder);
  const name = `release-log.damaged-${digest('by hand').slice(0, 8)}.json`;
  expect(files[name]).toBe('by hand');
  expect(JSON.parse(files[log] ?? '')).toBeDefined();
  await it.run();
  expect(await filesIn(it.folder)).toEqual(files);
});

/** Content with a mirrored picture that no release uses any more. */
async function startUnused() {
  const it = await startWhole();
  const [picture = ''] = Object.keys(await filesIn(it.folder)).filter((path) => /png$/.test(path));
  it.script.releases[0] = releaseRow('r-1', { slug: 'first' });
  return Object.assign(it, { picture });
}

test('removes an unused picture that was edited, because the state names it', async () => {
  await using it = await startUnused();
  await writeFile(join(it.folder, it.picture), 'by hand');
  await it.run();
  expect(await filesIn(it.folder)).not.toHaveProperty([it.picture]);
});

test('without a state, removes an unused picture only if its bytes are those of its name', async () => {
  await using it = await startUnused();
  const theirs = it.picture.replace(/\w{20}/, '0'.repeat(20));
  await writeFile(join(it.folder, theirs), 'theirs');
  await rm(join(it.folder, '.sync.json'));
  await it.run();
  const files = await filesIn(it.folder);
  expect(files).not.toHaveProperty([it.picture]);
  expect(files[theirs]).toBe('theirs');
});

test('the state lists mirrored files by name, whatever order releases use them in', async () => {
  const pictures = await Promise.all(
    [16, 32, 48, 64].map((width) => grainy(width, 8).png().toBuffer()),
  );
  const answers = new Map(
    pictures.map((bytes, n) => [`/files/${n}.png`, () => new Response(new Uint8Array(bytes))]),
  );
  const bodies = pictures.map((_, n) => `<img src="/files/${n}.png" alt="${n}">`);
  await using it = await startSync({
    releases: [releaseRow('r', { body: bodies.join('') })],
    answers,
  });
  await it.run();
  const names = Object.keys((await it.content()).state?.assets ?? {});
  expect(names).toHaveLength(4);
  expect(names).toEqual(names.toSorted());
});
