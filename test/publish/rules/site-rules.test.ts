import { utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createRules, type Rules } from '../../../src/publish/rules/site-rules.ts';
import { tempFolder } from '../../support/temp-folder.ts';

async function rulesOf(files: Record<string, string>): Promise<Rules> {
  await using folder = await tempFolder();
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder.path, name), text);
  // Awaited because the folder is removed when this function returns.
  return await createRules()(folder.path);
}

const headers = `
# Everywhere
/*
  X-Frame-Options: DENY
  Referrer-Policy: no-referrer
/_astro/*
  Cache-Control: public, max-age=31536000, immutable
/releases/:slug/
  Link: </rss.xml>; rel="alternate"
  link: </feed.json>; rel="alternate"
/rss.xml
  Access-Control-Allow-Origin: *
`;

test.each([
  ['/', { 'x-frame-options': 'DENY', 'referrer-policy': 'no-referrer' }],
  ['/_astro/a.css', { 'cache-control': 'public, max-age=31536000, immutable' }],
  ['/_astro/deep/a.css', { 'cache-control': 'public, max-age=31536000, immutable' }],
  ['/releases/one/', { link: '</rss.xml>; rel="alternate", </feed.json>; rel="alternate"' }],
  ['/rss.xml', { 'access-control-allow-origin': '*' }],
])('for %s gives the headers of all matching rules', async (path, expected) => {
  const rules = await rulesOf({ _headers: headers });
  const always = { 'x-frame-options': 'DENY', 'referrer-policy': 'no-referrer' };
  expect(Object.fromEntries(rules.headers(path))).toEqual({ ...always, ...expected });
});

test('a placeholder matches one path segment', async () => {
  const rules = await rulesOf({ _headers: '/releases/:slug/\n  X-A: b\n' });
  expect(rules.headers('/releases/one/').get('x-a')).toBe('b');
  expect(rules.headers('/releases/one/two/').size).toBe(0);
  expect(rules.headers('/releases/').size).toBe(0);
});

test.each([
  ['/releases/old/', { to: '/releases/new/', status: 301 }],
  ['/releases/old', { to: '/releases/new/', status: 301 }],
  ['/away', { to: 'https://example.com/', status: 302 }],
  ['/plain', { to: '/', status: 301 }],
  ['/releases/', undefined],
  ['/', undefined],
  ['/proxied', undefined],
])('redirects %s to %j', async (path, expected) => {
  const rules = await rulesOf({
    _redirects: `# Moved
/releases/old/ /releases/new/ 301
/away https://example.com/ 302
/plain /
/proxied https://example.com/ 200
/pattern/* /:splat 301
no line at all
`,
  });
  expect(rules.redirect(path)).toEqual(expected);
});

test('works without either file', async () => {
  const rules = await rulesOf({});
  expect(rules.headers('/').size).toBe(0);
  expect(rules.redirect('/')).toBeUndefined();
});

test('reads the rules of a plain folder again after a build', async () => {
  await using folder = await tempFolder();
  const rules = createRules();
  await writeFile(join(folder.path, '_redirects'), '/a /b 301\n');
  expect((await rules(folder.path)).redirect('/a')?.to).toBe('/b');
  await writeFile(join(folder.path, '_redirects'), '/a /c 301\n');
  await utimes(folder.path, 1, 1);
  expect((await rules(folder.path)).redirect('/a')?.to).toBe('/c');
});
