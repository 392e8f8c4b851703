import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tryLock } from '../../../src/lib/files/lock.ts';
import { openPreviewFolder } from '../../../src/tools/preview/preview-folder.ts';
import { tempFolder } from '../../support/temp-folder.ts';

test('folders of killed previews are removed, but no others', async () => {
  await using temp = await tempFolder();
  const make = async (name: string, file: string) => {
    await mkdir(join(temp.path, name));
    await writeFile(join(temp.path, name, file), '');
  };
  await make('waymark-preview-killed', 'preview.lock');
  await make('waymark-preview-other', 'notes.txt');
  await make('other-program', 'preview.lock');
  await make('waymark-preview-busy', 'preview.lock');
  using _busy = tryLock(join(temp.path, 'waymark-preview-busy/preview.lock'));
  const kept = ['other-program', 'waymark-preview-busy', 'waymark-preview-other'];
  {
    await using first = await openPreviewFolder(temp.path);
    await using second = await openPreviewFolder(temp.path);
    const open = [first, second].map(({ path }) => path.slice(temp.path.length + 1));
    expect((await readdir(temp.path)).sort()).toEqual([...kept, ...open].sort());
  }
  expect((await readdir(temp.path)).sort()).toEqual(kept);
});
