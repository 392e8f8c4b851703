import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { indexFiles } from '../../../src/publish/generations/file-index.ts';
import { publish } from '../../../src/publish/publish.ts';
import { replaceSite } from '../../../src/publish/replace-site.ts';
import { filesIn } from '../../support/files-in.ts';
import { inMemory, tempFolder } from '../../support/temp-folder.ts';
import { requirementsOf, writeSite } from '../valid-site.ts';

/** Writes a built site and a published site that the built one shall replace. */
async function startOccupied() {
  const temp = await tempFolder(inMemory);
  const [built, outDir] = [join(temp.path, 'built'), join(temp.path, 'dist')];
  await writeSite(built, { 'index.html': 'new' });
  await writeSite(outDir, { 'index.html': 'old' });
  const index = await indexFiles(built);
  const options = { built, index, outDir, requirements: requirementsOf() };
  const takePlace = {
    'a plain folder': async () => void (await replaceSite(options)),
    'a generation': async () => void (await publish({ ...options, now: new Date() })),
  };
  return {
    outDir,
    takePlace,
    put: async (path: string) => {
      await mkdir(join(outDir, path, '..'), { recursive: true });
      await writeFile(join(outDir, path), 'mine');
    },
    [Symbol.asyncDispose]: () => temp[Symbol.asyncDispose](),
  };
}

const ways = ['a plain folder', 'a generation'] as const;

test.each(ways)('as %s, never replaces a site that Waymark did not build', async (way) => {
  await using it = await startOccupied();
  await rm(join(it.outDir, '.waymark.json'));
  const before = await filesIn(it.outDir);
  await expect(it.takePlace[way]()).rejects.toThrow('has files, but no site that Waymark built');
  expect(await filesIn(it.outDir)).toEqual(before);
});

test.each(
  ways.flatMap((way) =>
    ['CNAME', '.git/HEAD', 'releases/a/notes.txt', 'index.html.bak'].map(
      (path) => [way, path] as const,
    ),
  ),
)('as %s, is refused if someone put %s into the old site', async (way, path) => {
  await using it = await startOccupied();
  await it.put(path);
  const before = await filesIn(it.outDir);
  await expect(it.takePlace[way]()).rejects.toThrow(
    new RegExp(`files that Waymark did not write and that would be lost: ${path}\\.\n.*public/`),
  );
  expect(await filesIn(it.outDir)).toEqual(before);
});

test('refuses to delete a symbolic link, and names only the first of many foreign files', async () => {
  await using it = await startOccupied();
  await symlink('/mnt/films', join(it.outDir, 'films'));
  for (let n = 0; n < 6; n += 1) await it.put(`mine/${n}`);
  await expect(it.takePlace['a plain folder']()).rejects.toThrow(
    /lost: films, mine\/0, mine\/1, mine\/2, mine\/3, and 2 more\./,
  );
});

test.each(ways)(
  'as %s, replaces an old site with edited, removed and compressed files',
  async (way) => {
    await using it = await startOccupied();
    await rm(join(it.outDir, 'roadmap'), { recursive: true });
    for (const path of ['404.html', 'index.html.br', 'rss.xml.gz']) await it.put(path);
    await it.takePlace[way]();
    expect((await filesIn(it.outDir))['index.html']).toBe('new');
  },
);

test('publishes no generation if a folder named generations has foreign files', async () => {
  await using it = await startOccupied();
  const generations = join(it.outDir, '../generations');
  await mkdir(join(generations, '.next/server'), { recursive: true });
  await writeFile(join(generations, '.next/server/app.js'), 'mine');
  await writeFile(join(generations, 'family.txt'), 'mine');
  const before = await filesIn(join(it.outDir, '..'));
  await expect(it.takePlace['a generation']()).rejects.toMatchObject({
    exitCode: 2,
    message: expect.stringContaining('has files that are not generations of a site'),
  });
  expect(await filesIn(join(it.outDir, '..'))).toEqual(before);
  await it.takePlace['a plain folder']();
  expect(await filesIn(generations)).toHaveProperty('family.txt');
});
