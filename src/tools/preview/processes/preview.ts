import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from '../../../client/client.ts';
import { findSiteConfig, publicFolder } from '../../../config/load-site-config.ts';
import { reportsToParent } from '../../../lib/processes/report-to-parent.ts';
import { createBudget } from '../../../lib/time/budget.ts';
import { systemClock } from '../../../lib/time/clock.ts';
import type { Preview } from '../../../model/preview.ts';
import { rendererFor } from '../../../render/compile/renderer.ts';
import { importRenderer } from '../../../render/output/run-tasks.ts';
import { paths } from '../../../site/base/urls.ts';
import { sync } from '../../../sync/sync.ts';
import type { PreviewAnswer, PreviewQuestion } from '../create-previewer.ts';

// Child process that renders a preview of one release: it syncs the release into a folder of its
// own, and renders its pages. It has neither keys nor secrets.

const { SITE_URL: siteUrl = '', BASE_PATH: basePath = '/', SITE_CONFIG: named } = process.env;
/** Time for the pictures of the release. */
const maxSeconds = 20;
const baseUrl = 'http://preview.invalid';
const { send } = reportsToParent<PreviewAnswer>();
const message = once(process, 'message');
try {
  const [question] = (await message) as [PreviewQuestion];
  await send(await render(question));
} catch (error) {
  await send({ failure: error instanceof Error ? error.message : String(error) });
}
process.exit();

async function render(question: PreviewQuestion): Promise<Preview> {
  const { folder, release, hasSite } = question;
  const contentDir = join(folder, 'content');
  // A release that is published later is shown as on its day.
  const now = new Date(
    Math.max(systemClock.now().getTime(), Date.parse(release.released_at ?? '') || 0),
  );
  await sync({
    ...{ client: clientOf(question), contentDir, cacheFile: join(folder, 'cache.json') },
    ...{ assets: true, assetBudget: createBudget(maxSeconds, systemClock) },
    ...{ needsAction: () => false, now },
  });
  process.env.CONTENT_DIR = contentDir;
  const siteConfig = hasSite ? findSiteConfig(named) : await writeDefaults(folder);
  const renderer = await rendererFor({ siteUrl, basePath, siteConfig });
  const { plan } = await importRenderer(renderer);
  const { tasks } = await plan(new Map(), now);
  const run = async (path: string) =>
    Buffer.from((await tasks.find((task) => task.path === path)?.run()) ?? '');
  const files = new Map([...renderer.styles, [paths.colours(), await run(paths.colours())]]);
  const folders = [contentDir, renderer.assets, ...(hasSite ? [publicFolder] : [])];
  const read = (path: string) => {
    const file = folders.map((one) => join(one, path)).find((one) => existsSync(one));
    return Buffer.from(files.get(path) ?? (file ? readFileSync(file) : ''));
  };
  // Other files of the service are shown from the service.
  const show = (text: Buffer | string) => withFiles(`${text}`.replaceAll(baseUrl, ''), read);
  const [item] = JSON.parse(`${await run(paths.jsonFeed())}` || '{}').items ?? [];
  return {
    page: show(await run(`${paths.release(release.slug)}index.html`)),
    list: show(await run('index.html')),
    feed: show(`<h1>${escapeText(item?.title ?? '')}</h1>${item?.content_html ?? ''}`),
  };
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

/**
 * Puts the style sheets, fonts and pictures of a page into it, because nothing serves them. The
 * site's own policy, which would refuse them, is left out.
 * @param read reads a file by its path in the site; empty if there is none
 */
function withFiles(page: string, read: (path: string) => Buffer): string {
  // Begins at the start of an address only, so that long texts take linear time.
  const address =
    /(?<![^"'\s,(])[^"'\s,(]*\/((?:assets|_astro)\/[\w.-]+\.(png|jpe?g|webp|gif|avif|woff2))/g;
  return page
    .replace(/<meta http-equiv="content-security-policy"[^>]*>/i, '')
    .replaceAll(/<link rel="(?:preload|modulepreload|icon|manifest)"[^>]*>/g, '')
    .replaceAll(/<link rel="stylesheet" href="([^"]*)"[^>]*>/g, (_link, href) => {
      const sheet = read(
        new URL(href, `${baseUrl}${basePath}a/b/`).pathname.slice(basePath.length),
      ).toString();
      // Fonts are beside their sheet.
      return `<style>${sheet.replaceAll(/url\((?=[\w.-]+\))/g, 'url(/_astro/')}</style>`;
    })
    .replaceAll(address, (whole, path, type) => {
      const data = read(path).toString('base64');
      const kind = type === 'woff2' ? 'font' : 'image';
      return data === '' ? whole : `data:${kind}/${type.replace('jpg', 'jpeg')};base64,${data}`;
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
