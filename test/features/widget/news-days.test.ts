import { expect, test } from 'vitest';
import { newsDocuments } from '../../../src/features/widget/news-documents.ts';
import { dateText } from '../../../src/features/widget/news-list.ts';
import { coreOf } from '../../site/feeds/sources.ts';
import { releaseEntry } from '../../support/entries.ts';

const newsOf = async (over: Partial<Parameters<typeof releaseEntry>[1]>) => {
  const [document] = newsDocuments(coreOf({ releases: [releaseEntry('a', over)] }));
  return JSON.parse((await document?.write()) ?? '').releases[0];
};

test('news have the written day, and nothing more if there is none', async () => {
  const released_at = '2026-06-14T22:00:00.000Z';
  expect(await newsOf({ released_at, released_on: '2026-06-15' })).toMatchObject({
    ...{ released_at, released_on: '2026-06-15' },
  });
  expect(await newsOf({ released_at })).not.toHaveProperty('released_on');
});

test('the list shows the written day whatever the zone of the reader, and refuses other texts', () => {
  const words = { locale: 'no locale', language: 'en-GB' };
  const at = '2026-06-14T22:00:00.000Z';
  expect(dateText({ released_at: at, released_on: '2026-06-15' }, words)).toBe('15 Jun 2026');
  const inZoneOfReader = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' });
  expect(dateText({ released_at: at }, words)).toBe(inZoneOfReader.format(new Date(at)));
  expect(() => dateText({ released_at: 'never' }, words)).toThrow(RangeError);
});
