import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { signedIn } from '../../service/desk/visitor.ts';
import { release, sample } from '../../service/sample.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { sampleFile } from '../whole-path/data-sets.ts';
import { articleOf, startSite } from './desk-site.ts';

const run = promisify(execFile);

const hostile = [
  '<script>alert(1)</script><p onclick=alert(1)>x</p><img src=x onerror=alert(1)>',
  '</article></main><style>*{display:none}</style><iframe src="https://evil.example"></iframe>',
  '<pre><code class="language-js">const a = 1 < 2;</code></pre><table><tr><td>a',
  '<h2>One</h2><details><summary>S</summary><p>[!NOTE]</p></details>\u2028<a href="javascript:x">y</a>',
];

test('the article of a preview is that of the published page, byte for byte', async () => {
  const { releases, ...rest } = JSON.parse(await readFile(sampleFile, 'utf8'));
  const [first] = releases.filter(
    (one: { status: string; project: unknown }) => one.status === 'RELEASED' && one.project,
  );
  const odd = hostile.map((body, n) => ({
    ...first,
    id: `odd-${n}`,
    slug: `odd-${n}`,
    body,
    summary: body,
    title: body,
    changes: [],
  }));
  const bytes = new Uint8Array(await readFile(join(dirname(sampleFile), 'files/hero.png')));
  const files = [{ name: 'hero.png', type: 'image/png', bytes }];
  await using site = await startSite({ ...rest, releases: [...releases, ...odd] }, files);
  await site.run('sync', 'build');
  const writer = await signedIn(site.service, 'writer');
  const visible = [...releases, ...odd].filter(
    (one) => one.status === 'RELEASED' && one.is_public && one.project && one.id !== first.id,
  );
  const compared = [...visible.slice(0, 3), ...odd];
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
  const workspace = sample().workspace;
  const input = { release: release('r'), workspace, projects: [], files: [] };
  const module = JSON.stringify(new URL('../../../scripts/service/site.ts', import.meta.url).href);
  // A service that was started in the folder.
  const languageOf = async (site: string | undefined, env: Record<string, string>) => {
    const given = JSON.stringify({ SITE_URL: 'https://example.com', ...env });
    const program = `const { openSite } = await import(${module});
      const { preview } = openSite(${JSON.stringify(site)}, ${given});
      console.log((await preview.render('key', async () => (${JSON.stringify(input)}))).page);`;
    const options = { cwd: folder.path, maxBuffer: 2 ** 24 };
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program], options);
    return /<html lang="([^"]+)"/.exec(stdout)?.[1];
  };
  expect(await languageOf(folder.path, {})).toBe('fr');
  expect(await languageOf(folder.path, { SITE_CONFIG: 'de.config.ts' })).toBe('de');
  expect(await languageOf(undefined, {})).toBe('en-GB');
});
