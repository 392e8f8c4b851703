// @module-tag soak

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitText } from '../../../src/tools/announce/fit-text.ts';
import { messageFor } from '../../../src/tools/announce/message.ts';
import { announcementOf } from '../../../src/tools/announce/read-news.ts';
import { siteContext } from '../../site/site.ts';
import { releaseEntry } from '../../support/entries.ts';
import { accepted, type ChatSide } from '../../support/fake-chats.ts';
import { fuzzRuns } from '../../support/fuzz-runs.ts';
import { target } from './targets.ts';

const site = siteContext();
const now = new Date('2026-06-01T12:00:00Z');

const hostile = fc.constantFrom(
  '@everyone',
  '@here',
  '<!channel>',
  '<@U123>',
  '<@'.repeat(200),
  '<@&1>',
  '](https://evil.example)',
  '<https://evil.example|x>',
  '👩‍👩‍👧‍👦',
  'مرحبا',
  'e\u0301',
  '*_~`|>#[]()\\',
  '&',
  'A sentence. Another one!',
);
const text = fc
  .array(fc.oneof(hostile, fc.string({ unit: 'grapheme', maxLength: 30 })), { maxLength: 12 })
  .chain((parts) => fc.integer({ min: 1, max: 60 }).map((n) => parts.join(' ').repeat(n)));
const escapeHtml = (plain: string) => plain.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const entry = fc.record({ title: text, summary: text, changes: fc.array(text, { maxLength: 8 }) });
const styles = [
  ['slack', 'embed'],
  ['discord', 'embed'],
  ['discord', 'text'],
  ['webhook', 'text'],
] as const satisfies [ChatSide, 'embed' | 'text'][];

function announcements(entries: readonly { title: string; summary: string; changes: string[] }[]) {
  return entries.map(({ title, summary, changes }, n) => ({
    ...announcementOf(
      releaseEntry(`r-${n}`, {
        title: title.trim() || 'x',
        summary,
        changes: changes.map((one, at) => ({
          type: at % 2 ? 'new' : null,
          html: `${at % 2 ? '' : 'BREAKING: '}${escapeHtml(one)}`,
        })),
      }),
      site,
    ),
    picture: 'https://example.com/card.jpg',
  }));
}

test('each message is within the limits, has the address, and has no live mention', () => {
  fc.assert(
    fc.property(
      fc.array(entry, { minLength: 1, maxLength: 12 }),
      fc.constantFrom(...styles),
      (entries, [side, style]) => {
        const all = announcements(entries);
        const to = target('a', { side, style });
        const home = site.urls.absolute('');
        const { body } = messageFor(to, all, home, now);
        const parsed = JSON.parse(body);
        expect(accepted[side].safeParse(parsed).error?.message).toBeUndefined();
        expect(body).toContain(all.length === 1 ? all[0]?.url : home);
        if (side === 'webhook') return;
        // Slack shows these as they are.
        const isPlain = (key: string, value: unknown) =>
          key === 'alt_text' || (value as { type?: string } | null)?.type === 'plain_text';
        const shown = JSON.stringify(parsed, (key, value) => (isPlain(key, value) ? '' : value));
        expect(shown).not.toMatch(
          /@(?:everyone|here|channel)\b|(?<!\\)<[@!#]|(?<!\\)<https:\/\/evil.example\|x/,
        );
        if (side === 'discord') expect(shown).not.toContain('](https://evil');
        expect(textsIn(parsed).every((one) => one.isWellFormed())).toBe(true);
      },
    ),
    { numRuns: fuzzRuns(200, 5000), seed: 61 },
  );
});

test('a text is cut at a sentence, or between graphemes', () => {
  const graphemes = (one: string) =>
    Array.from(new Intl.Segmenter().segment(one), ({ segment }) => segment);
  fc.assert(
    fc.property(text, fc.integer({ min: 2, max: 300 }), (whole, max) => {
      const cut = fitText(whole, max);
      expect(cut.length).toBeLessThanOrEqual(max);
      if (cut === whole) return;
      const kept = graphemes(cut.replace(/…$/, ''));
      expect(kept.join('')).toBe(graphemes(whole).slice(0, kept.length).join(''));
    }),
    { numRuns: fuzzRuns(200, 5000), seed: 61 },
  );
});

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(textsIn) : [];
}
