import { globSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findSiteConfig, loadSiteConfig } from '../../src/config/load-site-config.ts';
import { parseSiteConfig } from '../../src/config/site-config.ts';
import { tempFolder } from '../support/temp-folder.ts';

/** Creates a folder with a `site.config.ts` and a `public/`. */
async function startSetup(config: object) {
  const temp = await tempFolder();
  const [file, publicDir] = [join(temp.path, 'site.config.ts'), join(temp.path, 'public')];
  await mkdir(publicDir);
  await writeFile(file, `export default ${JSON.stringify(config)};`);
  return {
    file,
    publicDir,
    folder: temp.path,
    load: () => loadSiteConfig(file, ['en'], publicDir),
    [Symbol.asyncDispose]: () => temp[Symbol.asyncDispose](),
  };
}

test('reports a settings file that is set but does not exist', async () => {
  await using it = await startSetup({});
  const file = findSiteConfig(join(it.folder, 'gone.config.ts'), it.folder);
  await expect(loadSiteConfig(file, ['en'], it.publicDir)).rejects.toMatchObject({
    exitCode: 2,
    message: `${file} does not exist. Set SITE_CONFIG to the file with the site's settings, or unset it.`,
  });
});

test('without a setting, uses the file of the folder, or else that of the checkout', async () => {
  await using it = await startSetup({ name: 'Ours' });
  expect(findSiteConfig(undefined, it.folder)).toBe(it.file);
  await using empty = await tempFolder();
  expect(findSiteConfig(undefined, empty.path)).toBe(join(process.cwd(), 'site.config.ts'));
});

test.each(['logo', 'stylesheet'])('reports a %s that is not in public/', async (setting) => {
  const name = setting === 'logo' ? 'images/logo.svg' : 'own.css';
  await using it = await startSetup({ [setting]: name });
  await expect(it.load()).rejects.toMatchObject({
    exitCode: 2,
    message: `${it.file} sets ${setting} to ${name}, but ${join(it.publicDir, name)} does not exist. Add the file, or remove the setting.`,
  });
  await mkdir(join(it.publicDir, 'images'));
  await writeFile(join(it.publicDir, name), 'text');
  expect(await it.load()).toEqual(parseSiteConfig({ [setting]: name }, ''));
});

test('without an announce.yaml, settings are those of the file alone, and pages read no other trace of it', async () => {
  await using it = await startSetup({ name: 'Acme' });
  expect(await it.load()).toEqual(parseSiteConfig({ name: 'Acme' }, it.file));
  const users = (what: RegExp) =>
    globSync('src/**/*.{ts,astro}')
      .filter((file) => !file.startsWith('src/tools/announce/'))
      .filter((file) => what.test(readFileSync(file, 'utf8')))
      .sort();
  expect(
    users(/existsSync\('announce\.yaml'\)|\bshow\.releaseMark|\{ show \}.*releaseMark/),
  ).toEqual([
    'src/config/load-site-config.ts',
    'src/features/cards/feature.ts',
    'src/features/cards/release-cards.ts',
    'src/pages/releases/[slug].astro',
  ]);
});
