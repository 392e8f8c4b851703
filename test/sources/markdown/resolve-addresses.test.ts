import { expect, test } from 'vitest';
import { githubBody } from '../convert.ts';

const repository = 'https://github.com/acme/board';
const body = (text: string, row = {}) => githubBody(text, row).body;
/** All addresses of links and pictures. */
const addressesIn = (html: string) =>
  Array.from(html.matchAll(/ (?:href|src)="([^"]*)"/g), ([, address]) => address);

test.each([
  ['[a](docs/a.md#b)', 'blob/v1.0.0/docs/a.md#b'],
  ['[a](./a.md)', 'blob/v1.0.0/a.md'],
  ['[a](/docs/a.md?plain=1&b)', 'blob/v1.0.0/docs/a.md?plain=1&#x26;b'],
  ['[a](../../issues)', 'blob/v1.0.0/../../issues'],
  ['![a](docs/a.png)', 'raw/v1.0.0/docs/a.png'],
  ['<img alt="x" src="a b.png">', 'raw/v1.0.0/a b.png'],
  ['<p>\n<a href="a.md" title=" href=">b</a></p>', 'blob/v1.0.0/a.md'],
  ['[a]\n\n[a]: a.md', 'blob/v1.0.0/a.md'],
])('resolves %s at the tag', (text, address) => {
  expect(addressesIn(body(text))).toEqual([`${repository}/${address}`]);
});

test('resolves addresses in changes', () => {
  expect(githubBody('## Added\n\n- [a](a.md)').changes).toEqual([
    { type: 'Added', content: `<a href="${repository}/blob/v1.0.0/a.md">a</a>` },
  ]);
});

test.each(['https://a.example/b', 'mailto:a@b.example', '#part', '//a.example/b'])(
  'leaves the address %s',
  (address) => {
    expect(addressesIn(body(`[a](${address}) ![a](https://a.example/a.png)`))).toEqual([
      address,
      'https://a.example/a.png',
    ]);
  },
);

test('leaves text, code and other attributes', () => {
  const text =
    '`<a href="a.md">` &lt;a href="a.md"&gt;\n\n<abbr title="<a href=" class=" src=">b</abbr>';
  expect(body(text)).toBe(body(text, { html_url: null }));
});

test.each([
  ['@acme/board@1.0.0', '%40acme/board%401.0.0'],
  ['a"b#c?d', 'a%22b%23c%3Fd'],
  ['\ud800', '%EF%BF%BD'],
])('writes the tag %j in addresses', (tag_name, written) => {
  expect(addressesIn(body('[a](b.md)', { tag_name }))).toEqual([
    `${repository}/blob/${written}/b.md`,
  ]);
});

test.each([
  '../../../../../x',
  '..//evil.example',
  '%2e%2e/x',
  'a\\..\\..\\..\\x',
  '/.//evil.example',
])('the address %s stays on the host of the repository', (address) => {
  const html = body(`<a href="${address}">a</a> <img src="${address}">`);
  const hosts = addressesIn(html).map((one) => URL.parse(String(one))?.host);
  expect(hosts).toEqual(['github.com', 'github.com']);
});

test.each(['//a.example/b', '\\\\a.example/b', '/\\a.example/b'])(
  'leaves the address of another host %s in raw HTML',
  (address) => {
    expect(addressesIn(body(`<a href="${address}">a</a>`))).toEqual([address]);
  },
);

test('without an address of the release, relative addresses stay', () => {
  expect(addressesIn(body('[a](b.md)', { html_url: undefined }))).toEqual(['b.md']);
});
