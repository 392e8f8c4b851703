import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { openSite } from '../../../scripts/service/site.ts';
import type { Release } from '../../../src/model/api/release.ts';
import type { Preview } from '../../../src/model/preview.ts';
import { signedIn, type Visitor } from '../../service/desk/visitor.ts';
import { release, sample } from '../../service/sample.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { sampleFile } from '../whole-path/data-sets.ts';
import { articleOf, startSite } from './desk-site.ts';

const run = promisify(execFile);

const hostile = [
  '<script>alert(1)</script><p onclick=alert(1)>x</p><img src=x onerror=alert(1)></article></main><style>*{display:none}</style><iframe src="https://evil.example"></iframe>',
  '<h2>One</h2><details><summary>S</summary><p>[!NOTE]</p></details>\u2028<a href="javascript:x">y</a><pre><code class="language-js">const a = 1 < 2;</code></pre><table><tr><td>a',
];

test('the article of a preview is that of the published page, byte for byte', async () => {
  const { releases, ...rest } = JSON.parse(await readFile(sampleFile, 'utf8'));
  const visible = (releases as Release[]).filter(
    ({ status, is_public, project }) => status === 'RELEASED' && is_public && project,
  );
  const odd = hostile.map((body, n) => ({
    ...visible[0],
    id: `odd-${n}`,
    slug: `odd-${n}`,
    body,
    summary: body,
    title: body,
    changes: [],
  }));
  const compared = [...visible.slice(2, 4), ...odd] as Release[];
  const bytes = new Uint8Array(await readFile(join(dirname(sampleFile), 'files/hero.png')));
  const files = [{ name: 'hero.png', type: 'image/png', bytes }];
  await using site = await startSite({ ...rest, releases: compared }, files);
  await site.run('sync', 'build');
  const writer = await signedIn(site.service, 'writer');
  for (const { id, slug } of compared) {
    const page = await writer.get(`/desk/releases/${id}/preview/page`);
    const published = await readFile(site.file(`dist/releases/${slug}/index.html`), 'utf8');
    expect(articleOf(page.html), id).toBe(articleOf(published));
    if (id.startsWith('odd')) expect(articleOf(published)).toContain('PICTURE');
    expect(articleOf(published).length).toBeGreaterThan(100);
    expect(page.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/);
  }
});

test('a preview has the settings that SITE_CONFIG names, or without a folder the default ones', async () => {
  await using folder = await tempFolder();
  await writeFile(join(folder.path, 'site.config.ts'), "export default { locale: 'fr' };\n");
  await writeFile(join(folder.path, 'de.config.ts'), "export default { locale: 'de' };\n");
  const previews = await Promise.all([
    previewOf(release('r'), { site: folder.path }),
    previewOf(release('r'), { site: folder.path, env: { SITE_CONFIG: 'de.config.ts' } }),
    previewIn(folder.path, release('r')),
  ]);
  const languages = previews.map(({ page }) => /<html lang="([^"]+)"/.exec(page)?.[1]);
  expect(languages).toEqual(['fr', 'de', 'en-GB']);
});

test('a preview has the style sheets, fonts and colours of the site in it, and loads nothing else', async () => {
  await using folder = await tempFolder();
  const config = "export default { styles: ['own.css'] };\n";
  await writeFile(join(folder.path, 'site.config.ts'), config);
  await writeFile(join(folder.path, 'own.css'), '.of-the-site { color: red }\n');
  const { page } = await previewOf(release('r'), {
    site: folder.path,
    env: { BASE_PATH: '/base/' },
  });
  expect(page).toMatch(/<style>[^<]*\.of-the-site/);
  expect(page).toMatch(/<style>[^<]*url\(data:font\/woff2;base64,[^<]*--sans/);
  expect(page).toMatch(/<style>[^<]*--mark:/);
  expect(page).not.toMatch(/rel="stylesheet"|http-equiv|url\((?!data:)/);
});

test('users who preview at once, while others edit and after a killed preview, see the release that they asked for', async () => {
  const ids = { one: randomUUID(), two: randomUUID(), three: randomUUID() };
  const releases = Object.entries(ids).map(([name, id]) => {
    const title = `The title of ${name}`;
    return release(id, { status: 'DRAFT', title, changes: [], attachments: [] });
  });
  await using site = await startSite({ ...sample(), releases });
  const config = await readFile(site.file('site.config.ts'), 'utf8');
  const killed = "if (existsSync('kill')) process.kill(process.pid, 'SIGKILL');\n";
  const imported = "import { existsSync } from 'node:fs';\n";
  await writeFile(site.file('site.config.ts'), imported + killed + config);
  const [ada, bob] = [
    await signedIn(site.service, 'writer', 'Ada'),
    await signedIn(site.service, 'writer', 'Bob'),
  ];
  const titlesOf = async (visitor: Visitor, id: string) => {
    const parts = ['page', 'list', 'feed'].map((part) =>
      visitor.get(`/desk/releases/${id}/preview/${part}`),
    );
    const pages = await Promise.all(parts);
    const titles = pages.flatMap(({ text }) => text.match(/The title of \w+/g) ?? [text]);
    return [...new Set(titles)].join();
  };
  const both = () => Promise.all([titlesOf(ada, ids.one), titlesOf(bob, ids.two)]);
  expect(await both()).toEqual(['The title of one', 'The title of two']);
  await writeFile(site.file('kill'), '');
  expect(await titlesOf(ada, ids.three)).toContain('This failed.');
  await rm(site.file('kill'));
  const path = `/desk/releases/${ids.one}`;
  const [, [, theirs]] = await Promise.all([
    ada.submit(path, path, { title: 'The title of edited' }),
    both(),
  ]);
  expect(theirs).toBe('The title of two');
  expect(await both()).toEqual(['The title of edited', 'The title of two']);
  // What somebody removed is made anew, at the same address.
  const form = (await ada.get(path)).form(path);
  await site.service.send('DELETE', `/v1/releases/${ids.one}`);
  form.set('title', 'The title of anew');
  const removed = await ada.post(path, form);
  const anew = await ada.post(path, removed.form(path));
  expect(anew.status, anew.text).toBe(200);
  expect(await both()).toEqual(['The title of anew', 'The title of two']);
});

test('a release of a later day is previewed as on that day', async () => {
  const later = { ...release('r'), title: 'Orbit', released_at: '2041-02-03T00:00:00.000Z' };
  const shown = await previewOf(later);
  expect(articleOf(shown.page)).toContain('Orbit');
  expect(shown.page).toContain('datetime="2041-02-03');
  expect(shown.list).toContain('Orbit');
  expect(shown.feed).toContain('Orbit');
});

interface Started {
  site?: string;
  env?: Record<string, string>;
}

/** The preview of a release. */
function previewOf(release: Release, { site, env }: Started = {}): Promise<Preview> {
  const { preview } = openSite(site, { SITE_URL: 'https://example.com', ...env });
  if (!preview) throw new Error('there is no previewer');
  return preview('key', async () => inputOf(release));
}

/** The preview of a release, by a service that was started in a folder, without its site. */
async function previewIn(cwd: string, release: Release): Promise<Preview> {
  const module = JSON.stringify(new URL('../../../scripts/service/site.ts', import.meta.url).href);
  const program = `const { openSite } = await import(${module});
    const { preview } = openSite(undefined, { SITE_URL: 'https://example.com' });
    console.log(JSON.stringify(await preview('key', async () => (${JSON.stringify(inputOf(release))}))));`;
  const options = { cwd, maxBuffer: 2 ** 24 };
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program], options);
  return JSON.parse(stdout);
}

const inputOf = (release: Release) => ({
  release,
  workspace: sample().workspace,
  projects: [],
  files: [],
});
