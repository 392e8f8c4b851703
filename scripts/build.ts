import { resolve } from 'node:path';
import { parseSettings } from '../src/model/settings.ts';
import { recover } from '../src/store/apply.ts';
import { readWorkspace } from '../src/store/read-for-page.ts';
import { buildSite } from './build-site.ts';
import { loadSiteConfig } from './load-site-config.ts';
import { commandNamed, run } from './run.ts';

await run(async () => {
  const { out } = commandNamed('npm run build --')
    .description('Renders the content folder into a static site.')
    .option('--out <dir>', 'the folder to write (default: OUT_DIR, or dist)')
    .option('--full', 'ignore the previous build (every build is full at present)')
    .parse()
    .opts<{ out?: string }>();
  const settings = parseSettings(process.env, [
    'SITE_URL',
    'BASE_PATH',
    'CONTENT_DIR',
    'OUT_DIR',
    'SITE_CONFIG',
  ]);
  await loadSiteConfig(settings.SITE_CONFIG);
  const contentDir = resolve(settings.CONTENT_DIR);
  const outDir = resolve(out ?? settings.OUT_DIR);
  await recover(contentDir);
  await readWorkspace(contentDir);
  const files = await buildSite({
    contentDir,
    outDir,
    siteUrl: settings.SITE_URL,
    basePath: settings.BASE_PATH,
    siteConfig: resolve(settings.SITE_CONFIG),
  });
  console.log(`Built ${files} files into ${outDir}.`);
  return undefined;
});
