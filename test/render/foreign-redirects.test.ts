import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type BuildOptions, buildSite } from '../../src/render/build-site.ts';
import { refuseForeignRedirectsIn } from '../../src/store/foreign-redirects.ts';
import { filesIn } from '../support/files-in.ts';
import { tempFolder } from '../support/temp-folder.ts';

const mine = '{"releases":{"old":"a"},"milestones":{}}';
const workspace = {
  ...{ id: 'w', name: 'W', slug: 'w', url: null },
  ...{ change_types: [], status_types: [] },
};
const written = { workspace: 'w', api: 'https://api.example.com', releases: {}, milestones: {} };

/**
 * Writes a content folder with a `redirects.json`.
 * @param state the text of the sync state
 */
async function contentWith(folder: string, state: string | undefined): Promise<string> {
  const content = join(folder, 'content');
  await mkdir(content);
  await writeFile(join(content, 'workspace.json'), JSON.stringify(workspace));
  await writeFile(join(content, 'redirects.json'), mine);
  if (state !== undefined) await writeFile(join(content, '.sync.json'), state);
  return content;
}

test('a build refuses a redirects.json that no sync wrote, and changes nothing', async () => {
  await using temp = await tempFolder();
  const state = JSON.stringify({ ...written, files: { 'workspace.json': '0' } });
  const contentDir = await contentWith(temp.path, state);
  const before = await filesIn(contentDir);
  const options: BuildOptions = {
    ...{ contentDir, siteUrl: 'https://example.com', basePath: '/' },
    outDir: join(temp.path, 'dist'),
  };
  await expect(buildSite(options, async () => {})).rejects.toThrow(
    'redirects.json is in the content folder, but no sync wrote it',
  );
  expect(await filesIn(contentDir)).toEqual(before);
});

test.each([
  ['a sync wrote', JSON.stringify({ ...written, files: { 'redirects.json': '0' } })],
  ['an earlier sync may have written', JSON.stringify(written)],
  ['no sync knows of', undefined],
  ['nobody can tell of', '{"files":'],
])('a build accepts a redirects.json that %s', async (_what, state) => {
  await using temp = await tempFolder();
  const contentDir = await contentWith(temp.path, state);
  await expect(refuseForeignRedirectsIn(contentDir)).resolves.toBeUndefined();
});
