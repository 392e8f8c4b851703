import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildFolder } from '../../../src/render/build-folder.ts';
import { releaseRow, workspace } from '../../support/rows.ts';
import { inMemory, tempFolder } from '../../support/temp-folder.ts';
import { runSync, startSync } from '../../sync/run-sync.ts';
import { withoutCards } from '../whole-path/written-site.ts';

/** Each script. The other languages are written and split into words like German and Portuguese. */
const texts: [locale: string, text: string][] = [
  ['ar', 'إصلاح خطأ في اللوحة'],
  ['zh-Hans', '修复了看板的错误'],
  ['en', 'Boards can be sorted'],
  ['de', 'Tafeln sind sortierbar'],
  ['ja', 'ボードを並べ替えられます'],
  ['pt-BR', 'Os quadros são ordenados'],
  ['en', 'x'],
  ['ja', ''],
];

test('a site of one release is built, whatever its text is', async () => {
  await using it = await startSync({ milestones: [] });
  await using folder = await tempFolder(inMemory);
  const settings = join(folder.path, 'site.config.ts');
  const outDir = join(folder.path, 'dist');
  const site = { siteUrl: 'https://example.com', basePath: '/', siteConfig: settings };
  for (const [locale, text] of texts) {
    await writeFile(settings, `export default ${JSON.stringify({ ...withoutCards, locale })};\n`);
    const body = text && `<p>${text}</p>`;
    const row = releaseRow('one', { title: text || 'ボード', body, summary: null, changes: [] });
    const emptied = { workspace: { ...workspace, name: 'ボード' }, releases: [row] };
    Object.assign(it.script, emptied);
    await runSync(it.api.url, it.folder);
    const built = buildFolder({ contentDir: it.folder, outDir, ...site });
    await expect(built, `${locale}: ${text}`).resolves.toBeGreaterThan(0);
    const page = await readFile(join(outDir, 'index.html'), 'utf8');
    expect(page).toContain(`<html lang="${locale}"`);
  }
});
