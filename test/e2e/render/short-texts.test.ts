import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCommand } from '../../support/command.ts';
import { releaseRow, workspace } from '../../support/rows.ts';
import { inMemory, tempFolder } from '../../support/temp-folder.ts';
import { runSync, startSync } from '../../sync/run-sync.ts';

const texts = {
  Arabic: 'إصلاح خطأ في اللوحة',
  Chinese: '修复了看板的错误',
  English: 'Boards can be sorted',
  French: 'Les tableaux sont triés',
  German: 'Tafeln sind sortierbar',
  Italian: 'Le bacheche si ordinano',
  Japanese: 'ボードを並べ替えられます',
  Portuguese: 'Os quadros são ordenados',
  Spanish: 'Los tableros se ordenan',
  'one letter': 'x',
  'no text': '',
};

test('a site of one release is built, whatever its text is', async () => {
  await using it = await startSync({ milestones: [] });
  await using folder = await tempFolder(inMemory);
  await mkdir(join(folder.path, 'public'));
  await writeFile(join(folder.path, 'public/empty.txt'), '');
  const env = { CONTENT_DIR: it.folder, SITE_URL: 'https://example.com' };
  for (const [name, text] of Object.entries(texts)) {
    const body = text && `<p>${text}</p>`;
    const row = releaseRow('one', { title: text || 'ボード', body, summary: null, changes: [] });
    const emptied = { workspace: { ...workspace, name: 'ボード' }, releases: [row] };
    Object.assign(it.script, emptied);
    await runSync(it.api.url, it.folder);
    const built = await runCommand('build', { cwd: folder.path, env });
    expect(built.code, `${name}: ${built.stderr}`).toBe(0);
  }
});
