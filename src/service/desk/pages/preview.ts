import { hash } from 'node:crypto';
import { html } from 'hono/html';
import { digestOf } from '../../../lib/digest.ts';
import type { Preview } from '../../../model/preview.ts';
import { found, missing } from '../../refused-error.ts';
import { readFiles } from '../../resources/files.ts';
import { listProjects } from '../../resources/parts.ts';
import { referredFiles } from '../../resources/referred-files.ts';
import { isLive, readRelease } from '../../resources/releases/releases.ts';
import { readWorkspace } from '../../resources/workspace.ts';
import { addressOf } from '../page.ts';
import { get, type Route } from '../route.ts';
import { describe } from './publish.ts';

const parts: Readonly<Record<keyof Preview, string>> = {
  page: 'Its page',
  list: 'Its entry in the list',
  feed: 'Its item in feeds',
};

/** Maximum size of the files in a preview. Larger ones are linked. */
const maxBytes = 40 * 2 ** 20;

/** Previews of releases as they are saved. */
export const previewRoutes: readonly Route[] = [
  get('/releases/:id/preview', 'writer', async ({ deps, param: id, site, now }) => {
    const release = found(await readRelease(deps.db, id), 'release');
    const frames = Object.entries(parts).map(([part, name]) => {
      return html`<h2>${name}</h2><iframe class="preview" title="${name}" src="${addressOf(id)}/preview/${part}" sandbox></iframe>`;
    });
    const isSeen = isLive(release) && Date.parse(release.released_at ?? '') <= now.getTime();
    // The gate is reported, not enforced.
    const gate =
      !isSeen && html`<p class="notice">Readers do not see it yet. ${describe(release)}</p>`;
    const settings =
      !site.isPreviewOfSite &&
      html`<p class="notice">The service was started without <code>--site</code>, so this has the default settings of a site.</p>`;
    const main = html`<p><a href="${addressOf(id)}">Back to the form</a> · <a href="${addressOf(id)}#publication">To its publication</a></p>${gate}${settings}${site.preview ? frames : html`<p>There is no preview.</p>`}`;
    return { title: `Preview of ${release.title}`, main };
  }),
  get('/releases/:id/preview/:part', 'writer', async (visit) => {
    const { c, deps, param: id, origin, now, site } = visit;
    const part = Object.keys(parts).find((one) => one === c.req.param('part')) as keyof Preview;
    if (!site.preview || !part) throw missing('preview');
    const release = found(await readRelease(deps.db, id), 'release');
    const workspace = await readWorkspace(deps.db);
    const projects = await listProjects(deps.db);
    const { scheduled_at, ...rest } = release;
    const released_at = rest.released_at ?? scheduled_at ?? now.toISOString();
    const published = { ...rest, status: 'RELEASED', is_public: true, released_at } as const;
    // Everything that the preview shows. Files never change.
    const key = digestOf([release, workspace, projects], 32);
    const preview = await site.preview(key, async () => {
      const files = await readFiles(deps.db, referredFiles(release), maxBytes);
      return { release: published, workspace, projects, files };
    });
    const page = preview[part];
    // The sandbox gives the page an origin of its own, so it cannot reach the desk. It may load
    // only files of the service, so no picture of elsewhere.
    const own = `${origin}/files/`;
    c.header(
      'Content-Security-Policy',
      `sandbox; default-src 'none'; style-src ${hashesOf(page)}; font-src data:; img-src ${own} data:; media-src ${own}; frame-ancestors 'self'`,
    );
    c.header('Referrer-Policy', 'no-referrer');
    c.header('Cache-Control', 'no-store');
    return c.html(page);
  }),
];

/** Sources of a policy that allow the inline style sheets of a page. */
function hashesOf(page: string): string {
  const sheets = [...page.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)];
  const hashes = sheets.map(([, text = '']) => `'sha256-${hash('sha256', text, 'base64')}'`);
  return hashes.join(' ') || "'none'";
}
