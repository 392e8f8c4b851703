import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Root } from 'hast';
import { expect, test } from 'vitest';
import { findProblem } from '../../../src/sync/prepare/html/sanitise/verify-output.ts';
import { runHosted } from '../../support/run-hosted.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { renderBody } from '../../sync/prepare/html/rendered.ts';
import { startApi } from '../whole-path/api.ts';
import { sampleFile } from '../whole-path/data-sets.ts';

test.each([
  ['<p>x</p><script>alert(1)</script>', '<script> is left in it'],
  ['<p onclick="alert(1)">x</p>', '<p> has a onClick that is not allowed'],
  ['<p style="color:red">x</p>', '<p> has a style that is not allowed'],
  ['<p id="content">x</p>', '<p> has a id that is not allowed'],
  ['<div class="site-header">x</div>', '<div> has a className that is not allowed'],
  ['<a href="javascript:alert(1)">x</a>', '<a> has a href that is not allowed'],
  ['<a href="/relative">x</a>', '<a> has a href that is not allowed'],
  ['<img src="https://a.example/x.png" alt="">', '<img> has a src that is not allowed'],
  ['<iframe src="https://a.example/"></iframe>', '<iframe> is left in it'],
  ['<svg></svg>', '<svg> is left in it'],
  ['<!--x-->', 'a comment is left in it'],
  ['<p>\u0001</p>', 'it contains a character that XML forbids'],
  ['<p><div>x</div></p>', 'it parses to other HTML than was written'],
  ['<p>x', 'it parses to other HTML than was written'],
])('findProblem finds what is wrong with %j', (html, flaw) => {
  expect(findProblem(html)).toBe(flaw);
});

test('a body that fails the check is shown as plain text, and the reason is reported', () => {
  const slippedThrough: Root = {
    type: 'root',
    children: [
      {
        type: 'element',
        tagName: 'p',
        properties: { onClick: 'alert(1)' },
        children: [{ type: 'text', value: 'a < b' }],
      },
    ],
  };
  const reported: string[] = [];
  const refused = (why: string) => reported.push(why);
  const html = renderBody(slippedThrough, { pictures: new Map(), base: undefined, refused });
  expect(html).toBe('<p class="plain-text">a &#x3C; b</p>');
  expect(reported).toEqual(['<p> has a onClick that is not allowed']);
});

test('the report of a sync names an entry whose body is shown as plain text', async () => {
  await using temp = await tempFolder();
  const folder = temp.path;
  const data = JSON.parse(await readFile(sampleFile, 'utf8'));
  const release = data.releases.find(({ slug }: { slug: string }) => slug === 'waymark-0-2-0');
  release.body = `<p>What is new</p>${'<div>'.repeat(300)}`;
  // Files are removed, because they do not matter here.
  for (const one of [...data.releases, ...data.milestones]) {
    one.attachments = [];
    one.hero = null;
  }
  await writeFile(join(folder, 'data.json'), JSON.stringify(data));
  await using api = await startApi(join(folder, 'data.json'));
  const env = { API_BASE_URL: api.url, API_KEY: api.key };
  const { code, stdout } = await runHosted('sync', { cwd: folder, env, args: ['--json'] });
  expect(code).toBe(0);
  expect(JSON.parse(stdout).warnings).toContainEqual({
    kind: 'part',
    entry: { collection: 'releases', id: release.id, title: release.title },
    message: 'a text is shown as plain text: elements are nested more than 256 levels deep',
  });
  const entry = await readFile(join(folder, 'content/releases/waymark-0-2-0.json'), 'utf8');
  expect(JSON.parse(entry).body).toBe('<p class="plain-text">What is new</p>');
}, 30_000);
