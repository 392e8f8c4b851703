import { expect, test } from 'vitest';
import { repositoryAt, repositoryOfPage } from '../../../src/sources/markdown/repository-links.ts';
import { githubBody } from '../convert.ts';

const host = 'https://github.com';
const body = (text: string) => githubBody(text).body;
const paragraph = (text: string) => body(text).replace(/^<p>(.*)<\/p>$/s, '$1');
/** The text and the address of each link. */
const linksIn = (html: string) =>
  Array.from(html.matchAll(/<a href="([^"]*)">(.*?)<\/a>/g), ([, href, text]) => `${text} ${href}`);

test.each([
  ['Fixes #812', `#812 ${host}/acme/board/issues/812`],
  ['(#34)', `#34 ${host}/acme/board/issues/34`],
  ['GH-77, gh-78', `GH-77 ${host}/acme/board/issues/77`, `gh-78 ${host}/acme/board/issues/78`],
  ['acme/engine#44', `acme/engine#44 ${host}/acme/engine/issues/44`],
  ['**#1**修复#2', `#1 ${host}/acme/board/issues/1`, `#2 ${host}/acme/board/issues/2`],
  ['thanks to @mira-k.', `@mira-k ${host}/mira-k`],
  ['@dependabot[bot]', `@dependabot[bot] ${host}/apps/dependabot`],
  ['5304da0 feat', `<code>5304da0</code> ${host}/acme/board/commit/5304da0`],
  [`see ${'1a'.repeat(20)}`, `<code>1a1a1a1</code> ${host}/acme/board/commit/${'1a'.repeat(20)}`],
  ['acme/engine@5304da0', `acme/engine@<code>5304da0</code> ${host}/acme/engine/commit/5304da0`],
])('links the references of %j', (text, ...links) => {
  expect(linksIn(body(text))).toEqual(links);
});

test.each([
  'a@mira-k.example and mira.k+x@b.example',
  '@scope/name, @Input() and @example.com, name@1.0.0',
  'C#12, #012, a/../#1 and ../..#1',
  'color #5304da0, sha1:5304da0, 550e8400-e29b-41d4-a716-446655440000',
  '1234567, 20260131, defaced, 5304DA0, 5304da',
  '\\#12, \\@mira-k',
  '/var/5304da0, 5304da0.tgz, v1.0.0-5304da0',
])('links nothing in %j', (text) => {
  expect(linksIn(body(text))).toEqual([]);
});

test('leaves code and links as they are', () => {
  const kept = '#12 @mira-k GH-1 5304da0';
  expect(linksIn(body(`\`${kept}\` <kbd>${kept}</kbd> <code>**${kept}**</code>`))).toEqual([]);
  expect(linksIn(body(`    ${kept}\n\n<pre>\n${kept}\n\n${kept}</pre>`))).toEqual([]);
  expect(linksIn(body(`[${kept}](https://a.example/)`))).toEqual([`${kept} https://a.example/`]);
  expect(linksIn(body(`<a href="https://a.example/">${kept}</a>`))).toEqual([
    `${kept} https://a.example/`,
  ]);
});

test.each([
  ['/acme/board/pull/811', '#811'],
  ['/acme/board/issues/1', '#1'],
  ['/acme/engine/pull/2', 'acme/engine#2'],
  ['/acme/board/pull/3#issuecomment-4', '#3 (comment)'],
  [`/acme/board/commit/${'1a'.repeat(20)}`, '<code>1a1a1a1</code>'],
  ['/acme/board/compare/v1.0.0...v1.1.0', '<code>v1.0.0...v1.1.0</code>'],
])('shortens the address %s to %s', (path, text) => {
  expect(linksIn(body(`by @a in ${host}${path}`)).at(-1)).toBe(`${text} ${host}${path}`);
  expect(linksIn(body(`<${host}${path}>`))).toEqual([`${text} ${host}${path}`]);
  expect(linksIn(body(`[A change](${host}${path})`))).toEqual([`A change ${host}${path}`]);
});

test.each([
  'https://gitlab.com/acme/board/pull/1',
  'https://github.example/acme/board/pull/1',
  'https://github.com.evil.example/acme/board/pull/1',
  'https://github.com/acme/board/pull/1/files',
  'https://github.com/acme/board',
])('leaves the address %s', (address) => {
  expect(linksIn(body(address))).toEqual([`${address} ${address}`]);
});

test('links go to the host of the release’s page, or nowhere', () => {
  const at = (html_url: unknown) => linksIn(githubBody('#1, @a', { html_url }).body);
  expect(at('https://git.example:8443/acme/board/releases/tag/v1')).toEqual([
    '#1 https://git.example:8443/acme/board/issues/1',
    '@a https://git.example:8443/a',
  ]);
  for (const page of [undefined, null, 7, '', 'javascript:/acme/board/releases/x', `${host}/acme`])
    expect(at(page)).toEqual([]);
  expect(repositoryOfPage('https://u:p@github.com/a/b/releases/tag/1')?.host).toBe(host);
});

test.each([
  ['https://api.github.com', host],
  ['https://git.example/api/v3', 'https://git.example'],
  ['https://api.acme.ghe.com', 'https://acme.ghe.com'],
])('the API at %s belongs to %s', (api, own) => {
  expect(repositoryAt(api, 'acme/board')).toEqual({ host: own, name: 'acme/board' });
});

test('the cases of GitHub’s notes', () => {
  const text =
    'Fixes #812 and acme/engine#44, GH-77, thanks to @mira-k and @dependabot[bot].\n* fix: dates by @mira-k in https://github.com/acme/board/pull/811';
  const { body: prose, changes } = githubBody(text);
  const html = [prose, ...changes.map(({ content }) => content)].join('');
  expect(linksIn(html).map((link) => link.split(' ')[0])).toEqual([
    ...['#812', 'acme/engine#44', 'GH-77', '@mira-k', '@dependabot[bot]', '#811'],
  ]);
  expect(paragraph(':rocket: Faster, thanks @jane-doe (#34)')).toBe(
    `🚀 Faster, thanks <a href="${host}/jane-doe">@jane-doe</a> (<a href="${host}/acme/board/issues/34">#34</a>)`,
  );
});
