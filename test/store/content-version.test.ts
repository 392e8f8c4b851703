import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { contentVersion } from '../../src/model/content/content-version.ts';
import { NewerContentError } from '../../src/store/content-file.ts';
import { readContent } from '../../src/store/read/read-content.ts';
import { readWorkspaceEntry } from '../../src/store/read/read-for-page.ts';
import { tempFolder } from '../support/temp-folder.ts';

const own = await readFile('content/workspace.json', 'utf8');

async function contentOf(workspace: object) {
  const folder = await tempFolder();
  await writeFile(join(folder.path, 'workspace.json'), JSON.stringify(workspace));
  return folder;
}

test('content is read if it has no version, or any version up to the current one', async () => {
  expect(JSON.parse(own)).not.toHaveProperty('content_version');
  for (const content_version of [undefined, 1, contentVersion]) {
    await using content = await contentOf({ ...JSON.parse(own), content_version });
    expect(await readWorkspaceEntry(content.path)).toMatchObject(JSON.parse(own));
    expect((await readContent(content.path)).workspace).toMatchObject(JSON.parse(own));
  }
});

test.each([
  ['of this form', JSON.parse(own)],
  ['of another form', { titles: [] }],
])(
  'content of a newer version is refused in one sentence that names both versions, %s',
  async (_what, rest) => {
    const content_version = contentVersion + 1;
    await using content = await contentOf({ ...rest, content_version });
    const said = `${content.path} has content of version ${content_version}, but this Waymark reads at most version ${contentVersion}. Update Waymark, or set CONTENT_DIR to another folder.`;
    await expect(readWorkspaceEntry(content.path)).rejects.toThrow(said);
    // Nor is it reported as damaged: a sync would rewrite a damaged file.
    const damaged: string[] = [];
    const reading = readContent(content.path, (path) => damaged.push(path));
    await expect(reading).rejects.toThrow(NewerContentError);
    expect(damaged).toEqual([]);
  },
);
