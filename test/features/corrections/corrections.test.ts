import { describe, expect, test } from 'vitest';
import {
  correctionsInWords,
  correctionView,
} from '../../../src/features/corrections/correction-words.ts';
import { corrections } from '../../../src/features/corrections/feature.ts';
import { planOf } from '../../../src/features/registry.ts';
import {
  type Correction,
  type CorrectionPart,
  changeKey,
  type ReleaseLog,
} from '../../../src/model/content/release-log.ts';
import { allDocuments } from '../../../src/pages/_all-documents.ts';
import { textOfHtml } from '../../../src/site/base/html/sections.ts';
import { languages, stringsFor } from '../../../src/site/base/strings/languages/languages.ts';
import { runnableIn } from '../../site/feeds/html.ts';
import { readers } from '../../site/feeds/readers.ts';
import { coreOf, type Given, writtenOf } from '../../site/feeds/sources.ts';
import { checkJsonFeed, checkXml } from '../../site/feeds/validators.ts';
import { siteWith } from '../../site/site.ts';
import { releaseEntry } from '../../support/entries.ts';

const day = (n: number) => new Date(Date.UTC(2026, 0, n)).toISOString();
const security = { type: 'security', html: '<p>Close a hole</p>' };
const fix = { type: 'fixed', html: '<p>Fix a crash</p>' };
const added = ({ html, type }: { html: string; type?: string }): CorrectionPart => ({
  kind: 'added',
  key: changeKey({ html }),
  ...(type === 'security' && { action: true }),
});
const logOf = (...all: Correction[]): ReleaseLog => ({
  prepared: '',
  first_seen: {},
  corrections: all,
});
const correct = (release: string, at: string, ...parts: CorrectionPart[]) => ({
  release,
  at,
  parts,
});

function siteIn(locale: string, settings = {}) {
  const site = siteWith({ locale, ...settings }, { strings: stringsFor(locale) });
  site.workspace.change_types.push({ id: 't-s', slug: 'security', title: 'Security', color: null });
  return site;
}
const site = siteIn('en-GB');
const hole = { type: 'security', html: '<p>Close a first hole</p>' };
const releases = [
  releaseEntry('old', { released_at: day(1), project: 'p-web', changes: [fix, hole, security] }),
  releaseEntry('beta', { released_at: day(2), is_pre_release: true, changes: [security] }),
  releaseEntry('new', { released_at: day(9), changes: [fix] }),
];
const releaseLog = logOf(correct('old', day(20), added(security), { kind: 'version' }));
const given: Given = { releases, releaseLog, site };
const feedsOf = async (over: Given = given) => {
  const written = await writtenOf(over, (core) =>
    allDocuments(core).filter(({ path }) => /(?:rss|atom|feed)\.(?:xml|json)$/.test(path)),
  );
  return new Map([...written].filter(([path]) => !path.includes('roadmap/')));
};
const idsIn = (text = '{"items":[]}'): string[] =>
  JSON.parse(text).items.map(({ id }: { id: string }) => id);
const id = (release: string, at: string) =>
  `tag:waymark,2026:w-1/releases/${release}/corrections/${encodeURIComponent(at)}`;

describe('words', () => {
  const wordsOf = (over: Partial<Given>, release = 'old') => {
    const core = coreOf({ ...given, ...over });
    const htmlOf = correctionsInWords(planOf(corrections, core), core.site, core.correctedChanges);
    return htmlOf(release).map((html) => html.replace(/<br>.*/s, ''));
  };

  test('list corrections, newest first', () => {
    const log = logOf(
      correct('old', day(3), { kind: 'removed', count: 1 }, { kind: 'reworded', count: 2 }),
      correct('old', day(20), added(security)),
    );
    expect(wordsOf({ releaseLog: log })).toEqual([
      'Corrected on 20 January 2026: one change added (Security)',
      'Corrected on 3 January 2026: one change removed and 2 changes reworded',
    ]);
    expect(wordsOf({ releaseLog: log }, 'new')).toEqual([]);
  });

  test('omit changes and releases that no longer exist', () => {
    const log = logOf(
      correct('old', day(2), added(security)),
      correct('old', day(3), added({ html: 'gone' })),
      correct('withdrawn', day(4), { kind: 'date' }),
    );
    expect(wordsOf({ releaseLog: log })).toEqual([
      'Corrected on 2 January 2026: one change added (Security)',
    ]);
    expect(planOf(corrections, coreOf({ ...given, releaseLog: log }))).toHaveLength(1);
  });

  test.each(languages)('are complete in %s', (language) => {
    const parts: CorrectionPart[] = [
      added(security),
      { kind: 'removed', count: 2 },
      { kind: 'reworded', count: 1 },
      ...(['version', 'date', 'pre-release'] as const).map((kind) => ({ kind })),
    ];
    const [text] = wordsOf({
      site: siteIn(language),
      releaseLog: logOf(correct('old', day(3), ...parts)),
    });
    expect(text).toContain('Security');
    expect(text).not.toMatch(/[{}#]|undefined/);
  });
});

test('a correction shows the texts of added and reworded changes, with links, and no removed text', async () => {
  const log = logOf(
    correct(
      'old',
      day(20),
      added(security),
      { kind: 'removed', count: 1 },
      { kind: 'reworded', count: 2, keys: [changeKey(fix), changeKey({ html: 'gone' })] },
    ),
  );
  const core = coreOf({ ...given, releaseLog: log });
  const [shown] = planOf(corrections, core);
  const changes = shown && correctionView(shown, core.site, core.correctedChanges).changes;
  expect(changes?.map(({ text }) => text)).toEqual(
    [security, fix].map(({ html }) => textOfHtml(html)),
  );
  for (const { href } of changes ?? []) expect(href).toMatch(/old\/#change-[\da-f]{8}$/);
  const written = await feedsOf({ ...given, releaseLog: log });
  const [item] = JSON.parse(written.get('corrections/feed.json') ?? '').items;
  for (const { html, href } of changes ?? []) {
    expect(item.content_html).toContain(html);
    expect(item.content_html).toContain(href.replace('/notes/', 'https://example.com/notes/'));
  }
});

test('on its release’s page, a correction links to the changes that were added or reworded', () => {
  const picture = { type: 'fixed', html: '<img src="x.png" alt="">' };
  const code = { type: 'security', html: '<p>Escape <code>&lt;b&gt;</code></p>' };
  const changes = [fix, code, picture];
  const log = logOf(
    correct('one', day(20), added(code), added(picture), {
      kind: 'reworded',
      count: 1,
      keys: [changeKey(fix)],
    }),
  );
  const some = [releaseEntry('one', { released_at: day(1), changes })];
  const core = coreOf({ releases: some, releaseLog: log, site });
  const [html] = correctionsInWords(planOf(corrections, core), site, core.correctedChanges)('one');
  const anchors = [...(html?.matchAll(/one\/#(change-[\da-f]{8})"/g) ?? [])].map(([, one]) => one);
  expect(new Set(anchors).size).toBe(2);
  expect(html?.replace(/href="[^"]+"/g, 'href')).toBe(
    'Corrected on 20 January 2026: 2 changes added (Fixed, Security) and one change reworded' +
      '<br><bdi><a href>Escape &lt;b></a></bdi><br><bdi><a href>Fix a crash</a></bdi>',
  );
});

test('an added change that needs action is one new item in each matching feed', async () => {
  const before = await feedsOf({ ...given, releaseLog: logOf() });
  const after = await feedsOf();
  const changed = [...after].filter(([path, text]) => before.get(path) !== text);
  const folders = [
    ...['', 'all/', 'projects/web/', 'types/fixed/'],
    ...['types/security/', 'types/security/all/', 'corrections/'],
  ];
  const expected = folders.filter((one) => one !== 'types/fixed/');
  expect(changed.map(([path]) => path).toSorted()).toEqual(
    expected
      .flatMap((one) => ['rss.xml', 'atom.xml', 'feed.json'].map((file) => one + file))
      .toSorted(),
  );
  for (const folder of folders) {
    const [was, is] = [before, after].map((all) => idsIn(all.get(`${folder}feed.json`)));
    const fresh = expected.includes(folder) ? [id('old', day(20))] : [];
    expect(is, folder).toEqual([...fresh, ...(was ?? [])]);
  }
});

test('a correction that adds a type to a release is one new item in that type’s feed, not two', async () => {
  const first = releases.map((one) =>
    one.id === 'old' ? { ...one, changes: [fix, security] } : one,
  );
  const log = logOf(correct('old', day(20), added(security)));
  const itemsOf = async (over: Given) =>
    idsIn((await feedsOf({ ...given, releases: first, ...over })).get('types/security/feed.json'));
  expect(await itemsOf({ releaseLog: log })).toEqual([id('old', day(20))]);
  expect(await itemsOf({ releaseLog: logOf() })).toEqual(['tag:waymark,2026:w-1/releases/old']);
  const unlogged = first.map((one) => ({ ...one, changes: [...one.changes, hole] }));
  expect(await itemsOf({ releases: unlogged, releaseLog: log })).toContain(id('old', day(20)));
  expect(await itemsOf({ releases: unlogged, releaseLog: log })).toHaveLength(3);
});

test('other changes of a new type, added with it or later, make no second item', async () => {
  const small = { type: 'security', html: '<p>Name a researcher</p>' };
  const mild: CorrectionPart = { kind: 'added', key: changeKey(small) };
  const first = releases.map((one) =>
    one.id === 'old' ? { ...one, changes: [fix, security, small] } : one,
  );
  const itemsOf = async (log: ReleaseLog) => {
    const feeds = await feedsOf({ ...given, releases: first, releaseLog: log });
    return idsIn(feeds.get('types/security/feed.json'));
  };
  const item = id('old', day(20));
  expect(await itemsOf(logOf(correct('old', day(20), added(security), mild)))).toEqual([item]);
  const later = logOf(correct('old', day(20), added(security)), correct('old', day(21), mild));
  expect(await itemsOf(later)).toEqual([item]);
  const earlier = logOf(correct('old', day(19), mild), correct('old', day(20), added(security)));
  expect(await itemsOf(earlier)).toEqual([item, 'tag:waymark,2026:w-1/releases/old']);
});

test('a correction that needs no action is only in the feed of corrections', async () => {
  const log = logOf(correct('old', day(20), added(fix), { kind: 'date' }));
  const before = await feedsOf({ ...given, releaseLog: logOf() });
  const after = await feedsOf({ ...given, releaseLog: log });
  for (const [path, text] of before) expect(after.get(path), path).toBe(text);
  expect(idsIn(after.get('corrections/feed.json'))).toEqual([id('old', day(20))]);
});

test('a changed `upgrade.action` or language adds no items for old corrections', async () => {
  const log = logOf(correct('old', day(20), added(fix)));
  const other = siteIn('de', { upgrade: { action: ['fixed'] } });
  const feeds = await feedsOf({ ...given, releaseLog: log, site: other });
  expect(idsIn(feeds.get('feed.json'))).not.toContain(id('old', day(20)));
});

test('a correction of a pre-release is in the feeds that include pre-releases', async () => {
  const foldersWith = async (correction: Correction) => {
    const feeds = await feedsOf({ ...given, releaseLog: logOf(correction) });
    return [...feeds]
      .filter(([path, text]) => path.endsWith('.json') && text.includes('/corrections/2026'))
      .map(([path]) => path.slice(0, -'feed.json'.length));
  };
  const whenStable = correct('beta', day(20), added(security));
  const folders = ['all/', 'types/security/all/', 'pre-releases/', 'corrections/'];
  expect(await foldersWith({ ...whenStable, was_pre_release: true })).toEqual(folders);
  // The release itself is new in the feed of pre-releases.
  expect(await foldersWith(whenStable)).toEqual(folders.filter((one) => one !== 'pre-releases/'));
});

describe('a release that turned stable', () => {
  const before = { ...correct('old', day(20), added(security)), was_pre_release: true as const };
  const one = { ...correct('old', day(20), added(security), { kind: 'pre-release' }) };
  const turned = { ...one, was_pre_release: true as const };
  const itemsOf = async (folder: string, over: Partial<Given>) =>
    idsIn((await feedsOf({ ...given, ...over })).get(`${folder}feed.json`)).filter((one) =>
      /releases\/old\b/.test(one),
    );
  const own = 'tag:waymark,2026:w-1/releases/old';
  const item = id('old', day(20));

  test.each([
    ['at once', logOf(turned)],
    ['later', logOf(before, correct('old', day(21), { kind: 'pre-release' }))],
  ])('is one item in feeds of stable releases if it turned stable %s', async (_when, log) => {
    for (const folder of ['', 'projects/web/', 'types/security/'])
      expect(await itemsOf(folder, { releaseLog: log }), folder).toEqual([own]);
    expect(await itemsOf('all/', { releaseLog: log })).toEqual([item, own]);
    expect(await itemsOf('types/security/all/', { releaseLog: log })).toEqual([item, own]);
    expect(await itemsOf('corrections/', { releaseLog: log })).toContain(item);
  });

  test('is one item in feeds of a type that was added with the correction', async () => {
    const first = releases.map((one) => (one.id === 'old' ? { ...one, changes: [security] } : one));
    const over = { releases: first, releaseLog: logOf(turned) };
    expect(await itemsOf('types/security/', over)).toEqual([own]);
    expect(await itemsOf('types/security/all/', over)).toEqual([item]);
  });

  test('has the correction’s item if its own item is too old for the feed', async () => {
    const many = Array.from({ length: 3 }, (_, n) =>
      releaseEntry(`r-${n}`, { released_at: day(19 + n) }),
    );
    const over = { releases: [...releases, ...many], site: siteIn('en-GB', { feedItems: 2 }) };
    expect(await itemsOf('', { ...over, releaseLog: logOf(turned) })).toEqual([item]);
  });

  test('has the correction’s item if it had been stable before', async () => {
    const log = logOf(correct('old', day(19), { kind: 'pre-release' }), turned);
    expect(await itemsOf('', { releaseLog: log })).toEqual([item, own]);
  });
});

test('a correction is sorted by its own time, and displaces no release from a feed', async () => {
  const many = Array.from({ length: 12 }, (_, n) =>
    releaseEntry(`r-${n}`, { released_at: day(n + 1), changes: [security] }),
  );
  const over = { releases: many, site: siteIn('en-GB', { feedItems: 2 }) };
  const before = idsIn((await feedsOf({ ...over, releaseLog: logOf() })).get('feed.json'));
  expect(before).toHaveLength(7);
  const log = logOf(
    correct('r-0', day(2), added(security)),
    correct('r-0', new Date(Date.parse(day(9)) + 1).toISOString(), added(security)),
    correct('r-0', day(40), added(security)),
  );
  const after = idsIn((await feedsOf({ ...over, releaseLog: log })).get('feed.json'));
  expect(after.filter((one) => !one.includes('corrections'))).toEqual(before);
  expect(after[0]).toBe(id('r-0', day(40)));
  expect(after.findIndex((one) => one.includes('corrections/2026-01-09'))).toBe(4);
  expect(after).toHaveLength(before.length + 2);
});

test('adds nothing to feeds without corrections or if they are off', async () => {
  const plain = await feedsOf({ ...given, releaseLog: undefined });
  expect([...plain.keys()].filter((path) => path.includes('corrections'))).toEqual([]);
  expect(await feedsOf({ ...given, releaseLog: logOf() })).toEqual(plain);
  expect(
    await feedsOf({ ...given, site: siteIn('en-GB', { show: { corrections: false } }) }),
  ).toEqual(plain);
});

test('the subscribe page links to the feed of corrections only if there are any', () => {
  const pagesOf = (over: Partial<Given>) => {
    const core = coreOf({ ...given, ...over });
    const groups = corrections.feeds?.(core, planOf(corrections, core)) ?? [];
    return groups.flatMap(({ feeds }) => feeds.map(({ page }) => page));
  };
  expect(pagesOf({})).toEqual(['corrections/']);
  expect(pagesOf({ releaseLog: logOf() })).toEqual([]);
});

const hostile = '</title>]]>\u0000<script>alert(1)</script> & \ud800';

test.each(languages)('feeds with hostile texts are valid in %s', async (language) => {
  const own = siteIn(language);
  own.workspace.name = hostile;
  own.workspace.change_types = [{ slug: 'security', title: `${hostile} Security`, color: null }];
  own.projects = new Map([['p-web', { id: 'p-web', slug: 'web', name: hostile }]]);
  const change = { type: 'security', html: '<p>a ]]&gt; <a href="#x">b</a> \u0008</p>' };
  const [entry] = releases.map((one) => ({ ...one, title: hostile, changes: [change] }));
  const feeds = await feedsOf({
    releases: entry ? [entry] : [],
    releaseLog: logOf(correct('old', day(20), added(change), { kind: 'removed', count: 3 })),
    site: own,
  });
  const holding = [...feeds].filter(([, text]) => text.includes('/corrections/2026'));
  expect(holding).toHaveLength(15);
  for (const [path, text] of holding) {
    if (path.endsWith('.json')) checkJsonFeed(text);
    else checkXml(text, path.endsWith('rss.xml') ? 'rss' : 'atom');
  }
  const { items } = JSON.parse(feeds.get('corrections/feed.json') ?? '');
  expect(runnableIn(items[0].content_html)).toEqual([]);
  for (const read of Object.values(readers.rss))
    expect((await read(feeds.get('corrections/rss.xml') ?? ''))[0]?.date).toBe(day(20));
});
