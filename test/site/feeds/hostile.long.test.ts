import { micromark } from 'micromark';
import { beforeAll, expect, test } from 'vitest';
import type { MilestoneEntry, ReleaseEntry } from '../../../src/model/content/content.ts';
import { allDocuments } from '../../../src/pages/_all-documents.ts';
import { sitemaps, sitePages } from '../../../src/pages/_site-pages.ts';
import type { SiteContext } from '../../../src/site/base/context.ts';
import { sitemap, sitemapIndex } from '../../../src/site/feeds/formats/sitemap.ts';
import { archives } from '../../../src/site/releases/archives.ts';
import { releaseMarkdown } from '../../../src/site/releases/feeds/entry-markdown.ts';
import { milestoneMarkdown } from '../../../src/site/roadmap/feeds/milestone-markdown.ts';
import type { MilestoneLog } from '../../../src/site/roadmap/milestone-log.ts';
import { milestoneEntry, releaseEntry } from '../../support/entries.ts';
import { prepared } from '../../sync/prepare/html/as-release.ts';
import { attacks } from '../../sync/prepare/html/attacks.ts';
import { hostileBodies } from '../../sync/prepare/html/hostile-bodies.ts';
import { siteContext } from '../site.ts';
import { runnableIn } from './html.ts';
import { childrenOf, parseXml, textOf } from './parse-xml.ts';
import { readers } from './readers.ts';
import { writtenOf } from './sources.ts';
import { checkJsonFeed, checkXml } from './validators.ts';

/** Titles and names as in a content folder that was never sanitised. */
const hostileTexts = [
  'Q&A: <b>bold</b> "quotes" \'n\' more',
  '&amp; &lt; &#60; &#x0; &nbsp; stay as written',
  'the end ]]> of it, ]]&gt; and <![CDATA[ nested ]]>',
  'an end in parts: ]]\u0000> ]\ufffe]> ]]\ud800>',
  '</title></item></channel></rss><script>alert(1)</script>',
  '<\u0008script>alert(1)</\ufffescript><\udfffimg src=x onerror=alert(1)>',
  '[click](javascript:alert(1)) ![x](x) `code` *em* # no heading | no | table <http://x.example>',
  '\u0000\u0001\u0008\u000b\u000c\u001f\u007f\u0085 controls \ufffe\uffff',
  '\ud800 lone \udfff surrogates and a whole \u{1f600}',
  '\u202eevil\u202c \u200frtl\u200e \u061c marks \u2066stay\u2069',
  '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e "x">]>&e;',
  '<lastBuildDate>Thu, 01 Jan 1970 00:00:00 GMT</lastBuildDate>',
  '{{7*7}} $& $1 \\ \\n %s',
];

// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are what is looked for.
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/u;

let releases: ReleaseEntry[];
let milestones: MilestoneEntry[];
let site: SiteContext;
let written: Map<string, string>;

beforeAll(async () => {
  const bodies = [...attacks, ...Object.values(hostileBodies).flat()];
  const made = await Promise.all(bodies.map((body) => prepared(body, '')));
  // Texts are used unchanged. The last body is one that sync has never prepared.
  const html = [...made.map(({ body }) => body), 'a ]]> b ]]\ufffe> c \u0008 &#1; &#xFFFE; \ud800'];
  const text = (index: number) => hostileTexts[index % hostileTexts.length] ?? '';
  releases = html.map((body, index) =>
    releaseEntry(`r-${index}`, {
      // A week apart, so that feeds have exactly as many items as the site asks for.
      released_at: new Date(Date.UTC(2026, 0, 1 - 7 * index)).toISOString(),
      title: text(index),
      version: text(index + 1),
      summary: text(index + 2),
      body,
      project: 'p-web',
      labels: ['l-speed'],
      changes: [{ type: 'new', html: body }],
      attachments: [{ type: 'LINK', title: text(index + 3), url: 'https://x.example/?a&b="' }],
      contributors: [{ id: 'u', name: text(index + 4), avatar: null }],
    }),
  );
  milestones = hostileTexts.map((title, index) =>
    milestoneEntry(`m-${index}`, { title, status: title, body: html[index] ?? '' }),
  );
  site = siteContext();
  const [name = '', label = ''] = [hostileTexts[2], hostileTexts[5]];
  site.workspace.name = name;
  site.projects = new Map([['p-web', { id: 'p-web', slug: 'web', name: text(3) }]]);
  site.labels = new Map([['l-speed', { id: 'l-speed', slug: 'speed', name: label, color: null }]]);
  site.workspace.change_types = [{ slug: 'new', title: text(4), color: null }];
  // Older releases are in the archives.
  site.config.feedItems = 30;
  // Leaves out the search index and the data of filters, which only browsers read.
  written = await writtenOf({ releases, milestones, site }, (core) =>
    allDocuments(core).filter(({ path }) => !/^(?:search\/|filters\.json$)/.test(path)),
  );
});

const wanted = hostileTexts.map((text) => text.replace(/[\p{Cc}\p{Cs}\ufffe\uffff]/gu, ''));
const ending = (end: string) => [...written].filter(([path]) => path.endsWith(end));

test('writes every format, without forbidden characters', () => {
  expect(written.size).toBeGreaterThan(20);
  for (const [path, text] of written) expect(forbidden.test(text), path).toBe(false);
});

test('keeps RSS and Atom well-formed and valid', () => {
  for (const [, text] of ending('rss.xml')) checkXml(text, 'rss');
  const older = [...written].filter(([path]) => /^all\/atom\/.*\.xml$/.test(path));
  expect(older.length).toBeGreaterThan(2);
  for (const [, text] of [...ending('atom.xml'), ...older]) checkXml(text, 'atom');
  expect(parseXml(written.get('feeds.opml') ?? '').name).toBe('opml');
});

test.each(Object.entries({ rss: 'rss.xml', atom: 'atom.xml', json: 'feed.json' }))(
  'every reader of %s gets every item, with its link and time',
  async (format, file) => {
    const text = written.get(file) ?? '';
    const expected = text.match(/https:\/\/example\.com\/notes\/releases\/r-\d+\/(?=["<])/g);
    expect(new Set(expected).size).toBe(30);
    for (const [name, read] of Object.entries(readers[format as keyof typeof readers])) {
      const items = await read(text);
      const links = items.map(({ link }) => link);
      expect(links, name).toEqual([...new Set(expected)]);
      const dates = items.map(({ date }) => date);
      expect(dates, name).toEqual(releases.slice(0, 30).map((one) => one.released_at));
    }
  },
);

test('keeps the sitemap well-formed', async () => {
  const pages = sitePages(releases, milestones, archives(releases, site), site);
  for (const xml of [
    await sitemap(pages, site.urls),
    await sitemapIndex(sitemaps(pages), site.urls),
  ]) {
    expect(forbidden.test(xml)).toBe(false);
    expect(parseXml(xml).children.length).toBeGreaterThan(0);
  }
});

test('keeps names unchanged in OPML', () => {
  const [body] = childrenOf(parseXml(written.get('feeds.opml') ?? ''), 'body');
  const folders = childrenOf(body, 'outline').map(({ children }) => children[0]?.attributes.text);
  for (const number of [3, 4, 5])
    expect(folders.filter((text) => text?.endsWith(`: ${wanted[number]}`))).toHaveLength(1);
});

test('keeps JSON Feed valid', () => {
  const older = [...written].filter(([path]) => /^all\/atom\/.*\.json$/.test(path));
  expect(older.length).toBeGreaterThan(2);
  for (const [, text] of [...ending('feed.json'), ...older]) checkJsonFeed(text);
});

test('keeps titles unchanged, except for characters that XML forbids', () => {
  const items = childrenOf(
    childrenOf(parseXml(written.get('rss.xml') ?? ''), 'channel')[0],
    'item',
  );
  const entries = childrenOf(parseXml(written.get('atom.xml') ?? ''), 'entry');
  const { items: json } = JSON.parse(written.get('feed.json') ?? '');
  expect(items).toHaveLength(30);
  for (const [index, item] of items.entries()) {
    const title = textOf(item, 'title') ?? '';
    expect(wanted).toContain(title);
    expect(textOf(entries[index], 'title')).toBe(title);
    expect(json[index].title).toBe(title);
  }
});

test('contains nothing that runs in any HTML', () => {
  const documents = [...written].filter(([path]) => /^all\/atom[./].*xml$/.test(path));
  const entries = documents.flatMap(([, text]) => childrenOf(parseXml(text), 'entry'));
  expect(entries.length).toBeGreaterThanOrEqual(releases.length);
  for (const entry of entries) expect(runnableIn(textOf(entry, 'content') ?? '')).toEqual([]);
  for (const [, text] of ending('rss.xml'))
    for (const item of childrenOf(childrenOf(parseXml(text), 'channel')[0], 'item'))
      expect(runnableIn(textOf(item, 'description') ?? '')).toEqual([]);
  for (const [, text] of ending('.json').filter(([path]) => path.startsWith('changelog')))
    for (const { html, changes } of JSON.parse(text).releases)
      expect([...runnableIn(html), ...runnableIn(changes[0].html)]).toEqual([]);
});

const words = '<script>run()</script> [x](javascript:run()) ![y](javascript:run())';
const date = { iso: '2026-01-01T00:00:00.000Z', text: '1 January 2026' };
const hostileStory: MilestoneLog = {
  moves: [{ title: words, href: '', date, words, status: { name: words, colour: '' } }],
  shipped: [{ title: words, href: 'https://example.com/', detail: words }],
};

test('contains nothing that runs in any Markdown, even if its HTML is rendered', async () => {
  const all = await writtenOf({ releases, milestones, site }, (core) =>
    allDocuments(core).filter(({ path }) => /^changelog\.md$|\.txt$/.test(path)),
  );
  // Many attacks result in the same body, which is tested once.
  const different = [...new Map(releases.map((one) => [one.body, one])).values()];
  const texts = [
    ...all.values(),
    ...different.map((one) => releaseMarkdown(one, site)),
    ...milestones.map((one) => milestoneMarkdown(one, hostileStory, site)),
  ];
  expect(texts.length).toBeGreaterThan(different.length);
  for (const text of texts) {
    const html = micromark(text, { allowDangerousHtml: true, allowDangerousProtocol: true });
    expect(runnableIn(html), text).toEqual([]);
    expect(forbidden.test(text)).toBe(false);
  }
});
