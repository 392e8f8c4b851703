import { describe, expect, test } from 'vitest';
import { cards } from '../../../src/features/cards/feature.ts';
import { releaseCards } from '../../../src/features/cards/release-cards.ts';
import type { ReleaseListing } from '../../../src/model/content/content.ts';
import { createCacheKeys } from '../../../src/site/base/cache-key.ts';
import type { SiteContext } from '../../../src/site/base/context.ts';
import { stringsFor } from '../../../src/site/base/strings/languages/languages.ts';
import { siteContext, siteWith } from '../../site/site.ts';
import { pictureHero, row } from './rows.ts';

const { shown: digestOf } = createCacheKeys(siteContext(), { releases: [], milestones: [] });
const cardsOf = (rows: ReleaseListing[], site: SiteContext = siteContext()) =>
  releaseCards(rows, site, digestOf);
const day = (n: number) => new Date(Date.UTC(2024, 0, 1 + n)).toISOString();

describe('which releases have a card', () => {
  test('the 200 releases that were released or changed last', () => {
    const rows = Array.from({ length: 230 }, (_, n) => row(`r-${n}`, { released_at: day(n) }));
    const { cards } = cardsOf(rows);
    expect(cards.size).toBe(200);
    expect([cards.has('r-29'), cards.has('r-30')]).toEqual([false, true]);
  });

  test('a changed old release replaces only the oldest one with a card', () => {
    const rows = Array.from({ length: 230 }, (_, n) => row(`r-${n}`, { released_at: day(n) }));
    const edited = rows.map((one) => (one.id === 'r-0' ? { ...one, updated_at: day(300) } : one));
    const [before, after] = [cardsOf(rows).cards, cardsOf(edited).cards];
    expect([...after.keys()].filter((id) => !before.has(id))).toEqual(['r-0']);
    expect([...before.keys()].filter((id) => !after.has(id))).toEqual(['r-30']);
  });

  test('ties are ordered by id', () => {
    const rows = Array.from({ length: 205 }, (_, n) => row(`r-${String(n).padStart(3, '0')}`));
    const ids = (some: ReleaseListing[]) => [...cardsOf(some).cards.keys()];
    expect(ids(rows.toReversed())).toEqual(ids(rows));
    expect(ids(rows)).not.toContain('r-204');
  });

  test('a release whose title has letters without a font is skipped and reported', () => {
    const { cards, skipped } = cardsOf([row('a', { title: '更新日志' }), row('b')]);
    expect([...cards.keys()]).toEqual(['b']);
    expect(skipped).toEqual(['更新日志']);
  });
});

describe('the address of a card', () => {
  const own = row('a', { version: '1.0.0', project: 'p-web', types: ['new'] });
  const address = (one: ReleaseListing, site?: SiteContext) =>
    cardsOf([one], site).cards.get('a')?.path;

  test('consists of the release’s slug and a digest of what the card shows', () => {
    expect(address(own)).toMatch(/^cards\/a\.[\da-f]{8}\.jpg$/);
  });

  test('stays the same where messages have the card, which cannot change', () => {
    const site = siteWith({ show: { releaseMark: true } });
    const edited = { ...own, title: 'Another' };
    expect([own, edited].map((one) => address(one, site))).toEqual(['cards/a.jpg', 'cards/a.jpg']);
    expect(cards.headers?.(site.config)).toEqual([]);
  });

  test.each<[string, Partial<ReleaseListing>]>([
    ['title', { title: 'Another' }],
    ['version', { version: '1.0.1' }],
    ['project', { project: null }],
    ['date', { released_at: day(9) }],
    ['types', { changes: [{ type: 'fixed' }] }],
    ['pre-release', { is_pre_release: true }],
    ['picture', { heroFile: 'b.png' }],
  ])('changes with the %s', (_, over) => {
    expect(address({ ...own, ...over })).not.toBe(address(own));
  });

  test.each<[string, SiteContext]>([
    ['accent', siteWith({ accent: '#0e7490' })],
    ['name', siteWith({ name: 'Other' })],
    ['time zone, where the day is another', siteWith({ timeZone: 'America/New_York' })],
    ['language of dates', siteWith({ locale: 'de' }, { strings: stringsFor('de') })],
  ])('changes with the site’s %s', (_, site) => {
    expect(address(own, site)).not.toBe(address(own));
  });

  test('does not change with values that the card does not show', () => {
    const edited = {
      ...own,
      digest: 'other',
      summary: 'New',
      updated_at: day(3000),
      is_pinned: true,
    };
    expect(address(edited)).toBe(address(own));
    expect(address(own, siteWith({ pageSize: 5, description: 'Other' }))).toBe(address(own));
  });
});

describe('what a card shows', () => {
  const shownOf = (one: ReleaseListing, site?: SiteContext) =>
    cardsOf([one], site).cards.get(one.id)?.shown;

  test('title, project, version, date, types in the workspace’s order, and the picture', () => {
    const shown = shownOf(
      row('a', {
        title: 'Faster',
        version: '1.0.0',
        project: 'p-web',
        is_pre_release: true,
        types: ['fixed', 'gone', 'new'],
        hero: pictureHero('a.png'),
      }),
    );
    expect(shown).toMatchObject({
      title: { text: 'Faster', face: 'serif' },
      project: { text: 'Web' },
      version: { text: '1.0.0' },
      preRelease: { text: 'Pre-release' },
      date: { text: '2 January 2026' },
      types: [{ name: { text: 'New' } }, { name: { text: 'Fixed' } }],
      site: { text: 'Sample' },
      hero: 'a.png',
    });
  });

  test('no picture if the hero is a link or missing', () => {
    const link = row('a', { hero: { type: 'link', url: 'https://example.com' } });
    expect(shownOf(link)?.hero).toBeUndefined();
    expect(shownOf(row('a'))?.hero).toBeUndefined();
  });

  test('omits other texts without a font, and uses a numeric date', () => {
    const site = siteWith({ locale: 'ar', name: 'سجل' }, { strings: stringsFor('ar') });
    const shown = shownOf(row('a', { version: '版', is_pre_release: true }), site);
    expect(shown).toMatchObject({ version: undefined, preRelease: undefined, site: undefined });
    expect(shown?.date?.text).toBe('2026-01-02');
  });

  test('omits names of types that do not fit beside the date', () => {
    const long = { slug: 'long', title: 'An extraordinarily long type', color: null };
    const { workspace } = siteContext();
    const site = siteContext({
      workspace: { ...workspace, change_types: [...workspace.change_types, long] },
    });
    const names = shownOf(row('a', { types: ['new', 'fixed', 'long'] }), site)?.types;
    expect(names?.map(({ name }) => name.text)).toEqual(['New', 'Fixed']);
  });
});
