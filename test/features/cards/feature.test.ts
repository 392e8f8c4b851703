import { expect, test } from 'vitest';
import { cards } from '../../../src/features/cards/feature.ts';
import { featuresOf, planOf, shareImageOf } from '../../../src/features/registry.ts';
import { coreOf } from '../../site/feeds/sources.ts';
import { siteWith } from '../../site/site.ts';
import { releaseEntry } from '../../support/entries.ts';

const core = coreOf({
  releases: [
    releaseEntry('a', { title: 'Faster', version: '1.0.0' }),
    releaseEntry('b', { title: '更新日志' }),
  ],
});

test('the share image of a release is its card, with alternative text', () => {
  expect(shareImageOf({ id: 'a' }, core)).toEqual({
    url: expect.stringMatching(/^https:\/\/example\.com\/notes\/cards\/a\.[\da-f]{8}\.jpg$/),
    width: 1200,
    height: 630,
    alt: 'Faster · 1.0.0 · 2 January 2026',
  });
});

test('a release without a card has the site’s picture, and a build reports it', () => {
  expect(shareImageOf({ id: 'b' }, core)).toBeUndefined();
  expect(cards.notes?.(planOf(cards, core))).toEqual([expect.stringContaining('“更新日志”')]);
});

test('can be turned off', () => {
  const site = siteWith({ show: { cards: false } });
  expect(featuresOf(site.config)).not.toContain(cards);
  expect(shareImageOf({ id: 'a' }, { ...core, site })).toBeUndefined();
});
