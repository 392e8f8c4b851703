import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findSiteConfig } from '../../../config/load-site-config.ts';
import { reportsToParent } from '../../../lib/processes/report-to-parent.ts';
import { systemClock } from '../../../lib/time/clock.ts';
import { rendererFor } from '../../../render/compile/renderer.ts';
import { importRenderer } from '../../../render/output/run-tasks.ts';
import { paths } from '../../../site/base/urls.ts';
import { createBudget } from '../../../sync/prepare/assets/budget.ts';
import { connect } from '../../../sync/run/connect.ts';
import { sync } from '../../../sync/sync.ts';
import { openPreviewFolder } from '../preview-folder.ts';
import type { PreviewAnswer, PreviewInput } from '../preview-message.ts';

// Child process that renders a preview of one release: it serves the release as an API does, syncs
// it into a new folder, and renders its pages. It has neither keys nor secrets.

const { SITE_URL: siteUrl = '', BASE_PATH: basePath = '/', SITE_CONFIG: named } = process.env;
/** Time for the pictures of the release. */
const maxSeconds = 20;
const { send } = reportsToParent<PreviewAnswer>();
const message = once(process, 'message');
try {
  await using folder = await openPreviewFolder(tmpdir());
  const [input] = (await message) as [PreviewInput];
  await send(await render(input, folder.path));
} catch (error) {
  await send({ failure: error instanceof Error ? error.message : String(error) });
}
process.exit();

async function render(input: PreviewInput, folder: string): Promise<PreviewAnswer> {
  const contentDir = join(folder, 'content');
  await using api = await serve(input);
  await syncFrom(api.url, { contentDir, cacheFile: join(folder, 'cache.json') });
  process.env.CONTENT_DIR = contentDir;
  const siteConfig = input.hasSite ? findSiteConfig(named) : await writeDefaults(folder);
  const renderer = await rendererFor({ siteUrl, basePath, siteConfig });
  const { plan } = await importRenderer(renderer);
  const { tasks } = await plan(new Map(), systemClock.now());
  const fileOf = async (end: (path: string) => boolean) => {
    const bytes = await tasks.find(({ path }) => end(path))?.run();
    // Other files of the service are shown from the service.
    const text = Buffer.from(bytes ?? '').toString();
    return withPictures(text.replaceAll(api.url, ''), join(contentDir, 'assets'));
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

async function syncFrom(
  baseUrl: string,
  files: { contentDir: string; cacheFile: string },
): Promise<void> {
  await using client = connect({ baseUrl, key: 'preview', auth: 'bearer' });
  await sync({
    assets: true,
    client: {
      ...client,
      // No file of elsewhere is fetched.
      download: async (address, over) => {
        const { href } = new URL(address, baseUrl);
        if (href.startsWith(`${baseUrl}/files/`)) return client.download(href, over);
        return { kind: 'unavailable', why: 'is not fetched for a preview' };
      },
    },
    ...files,
    needsAction: () => false,
    now: systemClock.now(),
    assetBudget: createBudget(maxSeconds, systemClock),
  });
}

/** Serves the release as the API of a workspace that has only this one. */
async function serve({ release, workspace, projects, files }: PreviewInput) {
  const lists: Record<string, readonly unknown[]> = { releases: [release], projects };
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://host.invalid');
    const file = files.find(({ name }) => pathname === `/files/${name}`);
    if (file) return void response.setHeader('content-type', file.type).end(file.bytes);
    if (pathname.startsWith('/files/')) return void response.writeHead(404).end();
    const [, name = '', id] = /^\/v1\/([^/]+)(?:\/(.+))?$/.exec(pathname) ?? [];
    const list = Number(searchParams.get('offset')) > 0 ? [] : (lists[name] ?? []);
    const found = name === 'workspace' ? workspace : id === undefined ? list : release;
    response.setHeader('content-type', 'application/json').end(JSON.stringify(found));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => void server.close(),
  };
}
