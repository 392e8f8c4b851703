import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { runCommand } from '../../support/command.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { startApi } from '../whole-path/api.ts';
import { sampleFile } from '../whole-path/data-sets.ts';
import { filesBelow } from '../whole-path/files.ts';

test('content/ equals a sync of the bundled sample', async () => {
  await using temp = await tempFolder();
  await using api = await startApi(sampleFile);
  await runCommand('sync', { cwd: temp.path, env: { API_BASE_URL: api.url, API_KEY: api.key } });
  expect(await texts(join(temp.path, 'content'))).toEqual(await texts(resolve('content')));
}, 30_000);

/**
 * All JSON files of a folder, without what depends on the machine: the API's port and the bytes of
 * encoded pictures.
 */
async function texts(folder: string): Promise<Record<string, string>> {
  const paths = (await filesBelow(folder)).filter((path) => path.endsWith('.json'));
  const read = paths.map(async (path) => {
    const text = await readFile(join(folder, path), 'utf8');
    const portable = text
      .replace(/"api": "[^"]+"/, '"api": …')
      .replace(/"source": "[^"]+"/g, '"source": …')
      .replace(/(\.json": )"[0-9a-f]{20}"/g, '$1…')
      .replace(/"[0-9a-f]{20}\.(png|webp|pdf)": \d+,?/g, '"….$1": …')
      .replace(/[0-9a-f]{20}\.(png|webp)/g, '….$1')
      .replace(/"bytes": \d+/g, '"bytes": …');
    return [path, portable] as const;
  });
  return Object.fromEntries(await Promise.all(read));
}
