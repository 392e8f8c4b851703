import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCommand } from '../../support/command.ts';
import { releaseRow, workspace } from '../../support/rows.ts';
import { inMemory, tempFolder } from '../../support/temp-folder.ts';
import { runSync, startSync } from '../../sync/run-sync.ts';
import { withoutCards } from '../whole-path/written-site.ts';

const texts: [locale: string, text: string][] = [
  ['ar', 'إصلاح خطأ في اللوحة'],
  ['zh-Hans', '修复了看板的错误'],
  ['en', 'Boards can be sorted'],
  ['fr', 'Les tableaux sont triés'],
  ['de', 'Tafeln sind sortierbar'],
  ['it', 'Le bacheche si ordinano'],
  ['ja', 'ボードを並べ替えられます'],
  ['pt-BR', 'Os quadros são ordenados'],
  ['es', 'Los tableros se ordenan'],
  ['en', 'x'],
  ['ja', ''],
];

test('a site of one release is built, whatever its text is', async () => {
  await using it = await startSync({ milestones: [] });
  await using folder = await tempFolder(inMemory);
  const settings = join(folder.path, 'site.config.ts');
  const env = { CONTENT_DIR: it.folder, SITE_URL: 'https://example.com', SITE_CONFIG: settings };
  for (const [locale, text] of texts) {
    await writeFile(settings, `export default ${JSON.stringify({ ...withoutCards, locale })};\n`);
    const body = text && `<p>${text}</p>`;
    const row = releaseRow('one', { title: text || 'ボード', body, summary: null, changes: [] });
    const emptied = { workspace: { ...workspace, name: 'ボード' }, releases: [row] };
    Object.assign(it.script, emptied);
    await runSync(it.api.url, it.folder);
    const built = await runCommand('build', { cwd: folder.path, env });
    expect(built.code, `${locale}: ${built.stderr}`).toBe(0);
    const page = await readFile(join(folder.path, 'dist/index.html'), 'utf8');
    expect(page).toContain(`<html lang="${locale}"`);
  }
});
