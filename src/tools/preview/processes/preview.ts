import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '../../../client/client.ts';
import { findSiteConfig } from '../../../config/load-site-config.ts';
import { reportsToParent } from '../../../lib/processes/report-to-parent.ts';
import { systemClock } from '../../../lib/time/clock.ts';
import { rendererFor } from '../../../render/compile/renderer.ts';
import { importRenderer } from '../../../render/output/run-tasks.ts';
import { paths } from '../../../site/base/urls.ts';
import { createBudget } from '../../../sync/prepare/assets/budget.ts';
import { sync } from '../../../sync/sync.ts';
import type { PreviewAnswer, PreviewQuestion } from '../preview-message.ts';

// Child process that renders a preview of one release: it syncs the release into the temporary
// folder, which is its own, and renders its pages. It has neither keys nor secrets.

const { SITE_URL: siteUrl = '', BASE_PATH: basePath = '/', SITE_CONFIG: named } = process.env;
/** Time for the pictures of the release. */
const maxSeconds = 20;
const baseUrl = 'http://preview.invalid';
const { send } = reportsToParent<PreviewAnswer>();
const message = once(process, 'message');
try {
  const [input] = (await message) as [PreviewQuestion];
  await send(await render(input, tmpdir()));
} catch (error) {
  await send({ failure: error instanceof Error ? error.message : String(error) });
}
process.exit();

async function render(input: PreviewQuestion, folder: string): Promise<PreviewAnswer> {
  const contentDir = join(folder, 'content');
  // A release that is published later is shown as on its day.
  const now = new Date(
    Math.max(systemClock.now().getTime(), Date.parse(input.release.released_at ?? '') || 0),
  );
  await sync({
    ...{ client: clientOf(input), contentDir, cacheFile: join(folder, 'cache.json') },
    ...{ assets: true, assetBudget: createBudget(maxSeconds, systemClock) },
    ...{ needsAction: () => false, now },
  });
  process.env.CONTENT_DIR = contentDir;
  const siteConfig = input.hasSite ? findSiteConfig(named) : await writeDefaults(folder);
  const renderer = await rendererFor({ siteUrl, basePath, siteConfig });
  const { plan } = await importRenderer(renderer);
  const { tasks } = await plan(new Map(), now);
  const fileOf = async (end: (path: string) => boolean) => {
    const bytes = await tasks.find(({ path }) => end(path))?.run();
    // Other files of the service are shown from the service.
    const text = Buffer.from(bytes ?? '').toString();
    return withPictures(text.replaceAll(baseUrl, ''), join(contentDir, 'assets'));
  };
  const page = /^releases\/[^/]+\/index\.html$/;
  const feed = JSON.parse((await fileOf((path) => path === paths.jsonFeed())) || '{}');
  const [item] = feed.items ?? [];
  const preview = {
    page: await fileOf((path) => page.test(path)),
    list: await fileOf((path) => path === 'index.html'),
    feed: `<h1>${escapeText(item?.title ?? '')}</h1>${item?.content_html ?? ''}`,
  };
  const colours = await fileOf((path) => path === 'colours.css');
  return { preview, folder: renderer.assets, colours };
}

/** Without a site, no settings of the folder that the service was started in count. */
async function writeDefaults(folder: string): Promise<string> {
  const file = join(folder, 'site.config.mjs');
  await writeFile(file, 'export default {};\n');
  return file;
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

/** Puts the mirrored pictures into a page, because nothing serves them. */
function withPictures(text: string, assets: string): string {
  // Begins at the start of an address only, so that long texts take linear time.
  const address = /(?<![^"'\s,(])[^"'\s,(]*\/assets\/([\w.-]+\.(png|jpe?g|webp|gif|avif))/g;
  return text.replaceAll(address, (whole, name, type) => {
    const file = join(assets, name);
    if (!existsSync(file)) return whole;
    return `data:image/${type.replace('jpg', 'jpeg')};base64,${readFileSync(file, 'base64')}`;
  });
}

/** The API of a workspace that has only this release, and its files. No other file is fetched. */
function clientOf({ release, workspace, projects, files }: PreviewQuestion): Client {
  const lists: Record<string, readonly unknown[]> = { releases: [release], projects };
  const get = async (path: string, { offset = 0 } = {}) => {
    const [name = '', id] = path.split('/');
    const list = Number(offset) > 0 ? [] : (lists[name] ?? []);
    const value = name === 'workspace' ? workspace : id === undefined ? list : release;
    return { kind: 'found', value } as const;
  };
  return {
    ...{ baseUrl, get },
    async read(path, query) {
      const { value } = await get(path, query);
      return { kind: 'found', body: Buffer.from(JSON.stringify(value)), json: () => value };
    },
    async download(address) {
      const { href } = new URL(address, baseUrl);
      const file = files.find(({ name }) => href === `${baseUrl}/files/${name}`);
      if (file) return { kind: 'bytes', bytes: Buffer.from(file.bytes) };
      return { kind: 'unavailable', why: 'is not fetched for a preview' };
    },
    [Symbol.asyncDispose]: async () => {},
  };
}
