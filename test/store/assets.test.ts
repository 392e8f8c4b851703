import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { assetName, readMirrored } from '../../src/store/assets.ts';
import { tempFolder } from '../support/temp-folder.ts';

test('a mirrored file is returned only if its content matches the hash in its name', async () => {
  await using temp = await tempFolder();
  const bytes = Buffer.from('a picture');
  const name = assetName(bytes, 'png');
  expect(await readMirrored(temp.path, name)).toBeUndefined();
  await mkdir(join(temp.path, 'assets'));
  await writeFile(join(temp.path, 'assets', name), bytes.subarray(1));
  expect(await readMirrored(temp.path, name)).toBeUndefined();
  await writeFile(join(temp.path, 'assets', name), bytes);
  expect(await readMirrored(temp.path, name)).toEqual(bytes);
});
