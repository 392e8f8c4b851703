import { expect, test } from 'vitest';
import { convertReleases } from '../../../src/sources/forge/convert-releases.ts';
import { forgejoAt } from '../../../src/sources/forgejo/forgejo.ts';
import { cleanHtml as sanitise } from '../../../src/sync/prepare/html/parse-body.ts';
import { forgejoRelease } from '../../support/forge-rows.ts';

const host = 'https://git.example/forge';
const forge = forgejoAt(host, 'FORGEJO_TOKEN');

function convert(body: string, over: Record<string, unknown> = {}) {
  const html_url = `${host}/acme/board/releases/tag/v1.0.0`;
  const row = forgejoRelease(1, { tag_name: 'v1.0.0', html_url, body, ...over });
  const [release] = convertReleases([row], { forge, sanitise }).releases;
  if (!release) throw new Error('no release');
  return release;
}
/** The text and the address of each link. */
const linksIn = (html: string) =>
  Array.from(html.matchAll(/<a href="([^"]*)">(.*?)<\/a>/g), ([, href, text]) => `${text} ${href}`);
const links = (text: string) => linksIn(convert(text).text.body);
const hash = '1a'.repeat(20);

test.each([
  ['Fixes #812', `#812 ${host}/acme/board/issues/812`],
  ['(!34)', `!34 ${host}/acme/board/pulls/34`],
  ['acme/engine#44', `acme/engine#44 ${host}/acme/engine/issues/44`],
  ['acme/engine!45', `acme/engine!45 ${host}/acme/engine/pulls/45`],
  ['thanks to @mira-k.', `@mira-k ${host}/mira-k`],
  [`see ${hash}`, `<code>1a1a1a1a1a</code> ${host}/acme/board/commit/${hash}`],
  ['acme/engine@5304da0', `acme/engine@<code>5304da0</code> ${host}/acme/engine/commit/5304da0`],
])('links the reference %s as Forgejo does', (text, link) => {
  expect(links(text)).toEqual([link]);
});

test.each(['GH-77', '@renovate[bot]', 'wow!12', '![12', `sha256:${'1a'.repeat(32)}`, '\\!12'])(
  'links nothing in %s',
  (text) => {
    expect(links(text)).toEqual([]);
  },
);

test.each([
  ['/acme/board/pulls/811', '#811'],
  ['/acme/board/issues/1', '#1'],
  ['/acme/engine/pulls/2', 'acme/engine#2'],
  ['/acme.io/engine/issues/2', 'acme.io/engine#2'],
  ['/acme/board/pulls/3#issuecomment-4', '#3 (comment)'],
  [`/acme/board/commit/${hash}`, '<code>1a1a1a1a1a</code>'],
  [`/acme/engine/commit/${hash}`, '<code>acme/engine@1a1a1a1a1a</code>'],
  [`/acme/board/compare/${hash}...${hash}`, '<code>1a1a1a1a1a...1a1a1a1a1a</code>'],
])('shortens the address %s to %s', (path, text) => {
  expect(links(`see <${host}${path}>`)).toEqual([`${text} ${host}${path}`]);
});

test.each([
  `${host}/acme/board/compare/v1.0.0...v1.1.0`,
  `${host}/acme/board/pulls/1/files`,
  'https://git.example/acme/board/pulls/1',
  'https://github.com/acme/board/pull/1',
])('leaves the address %s', (address) => {
  expect(links(`see <${address}>`)).toEqual([`${address} ${address}`]);
});

test('relative addresses lead to the files at the tag', () => {
  const { text } = convert('[guide](docs/guide.md) ![shot](./a.png)', { tag_name: 'v1/x y' });
  expect(text.body).toContain(`href="${host}/acme/board/src/tag/v1/x%20y/docs/guide.md"`);
  expect(text.body).toContain(`src="${host}/acme/board/raw/tag/v1/x%20y/a.png"`);
});

test('uploads are below the host', () => {
  const upload = 'attachments/0b6f4b1e-2f6c-4f1e-9d53-6a3b1b0c7a11';
  const { text } = convert(`![a](/${upload}) [b](/${upload}) <img src="${upload}">`);
  expect(text.body.split(`="${host}/${upload}"`)).toHaveLength(4);
  expect(convert('[a](/attachments/x.md)').text.body).toContain(`/v1.0.0/attachments/x.md"`);
});

test('line breaks and alerts are shown as on the host', () => {
  const { body } = convert('one\ntwo\n\n> [!WARNING]\n> Mind the gap.').text;
  expect(body).toContain('one<br>\ntwo');
  expect(body).toMatch(/<blockquote class="[^"]*warning[^"]*">/);
});

test('ids are those of the instance, whatever the case of its address', () => {
  const { id, contributors } = convert('x');
  expect(id).toMatch(/^forgejo-[0-9a-f]{8}-1$/);
  expect(contributors).toEqual([
    { id: id.replace(/1$/, 'user-3'), name: 'ada', avatar_url: 'https://avatars.example/3' },
  ]);
  expect(forgejoAt('https://GIT.example/forge', 'T').prefix).toBe(forge.prefix);
  expect(forgejoAt('https://git.example', 'T').prefix).not.toBe(forge.prefix);
});

const pull = (number: number) => `[#${number}](${host}/acme/board/pulls/${number})`;
const generated = [
  "## What's Changed",
  `* feat: palette in ${pull(1)}`,
  `* fix: dates in ${pull(2)}`,
  `* chore: format in ${pull(3)}`,
  '',
  '## Contributors',
  '* @mira-k',
  '* @jonas.w',
  '',
  '## New Contributors',
  `* @jonas.w made their first contribution in ${pull(2)}`,
  '',
  `**Full Changelog**: [v1.0.0...v2.0.0](${host}/acme/board/compare/v1.0.0...v2.0.0)`,
].join('\n');

test('notes that Gitea generated are sorted', () => {
  const { text, contributors, attachments } = convert(generated);
  expect(text.changes.map(({ type, content }) => [type, content])).toEqual([
    ['Added', `palette (<a href="${host}/acme/board/pulls/1">#1</a>)`],
    ['Fixed', `dates (<a href="${host}/acme/board/pulls/2">#2</a>)`],
    ['Maintenance', `format (<a href="${host}/acme/board/pulls/3">#3</a>)`],
  ]);
  expect(contributors.map(({ name }) => name)).toEqual(['ada', 'mira-k', 'jonas.w']);
  expect(attachments.map(({ content }) => content)).toEqual([
    { title: 'Full Changelog', url: `${host}/acme/board/compare/v1.0.0...v2.0.0` },
  ]);
  expect(text.body).toMatch(/^<details><summary>First contributions: @jonas\.w<\/summary>/);
  expect(text.body).not.toContain('Contributors</h');
});

test('a list of people with words beside them stays text', () => {
  const body = generated.replace('* @mira-k', '* @mira-k, who drew the icons');
  expect(convert(body).text.body).toContain('who drew the icons');
});
