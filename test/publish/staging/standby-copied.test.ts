import { expect, test } from 'vitest';
import { filesIn, stampsIn } from '../../support/files-in.ts';
import { version } from '../valid-site.ts';
import { startReady } from './start-ready.ts';
import { withoutLinks } from './without-links.ts';

test('on a file system without hard links, syncs all files to disk before the site goes live', async () => {
  await using it = await startReady();
  using disk = withoutLinks();
  const living = it.startProcess();
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) {
    await it.build(version(name, 'one'));
    expect(await living.publish()).toMatchObject({ kind: 'published' });
    const { '.': _folder, ...files } = await stampsIn(it.outDir);
    const unwritten = Object.keys(files).filter((path) => {
      const [, inode] = files[path]?.split(' ') ?? [];
      return !disk.synced.has(Number(inode));
    });
    expect(unwritten).toEqual([]);
    expect(await it.site()).toMatchObject(await filesIn(it.built));
  }
});
