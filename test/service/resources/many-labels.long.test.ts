import { expect, test } from 'vitest';
import { saveRelease } from '../../../src/service/resources/releases/releases.ts';
import { release } from '../sample.ts';
import { startService } from '../start.ts';

test('saves more labels of a release than one statement can hold, in order', async () => {
  await using service = await startService();
  const { db } = service;
  const labels = Array.from({ length: 25_000 }, (_, n) => ({
    id: `l-${n}`,
    name: `${n}`,
    slug: `l-${n}`,
    color: '#fff',
  }));
  for (let at = 0; at < labels.length; at += 1000)
    await db
      .insertInto('label')
      .values(labels.slice(at, at + 1000))
      .execute();
  await saveRelease(db, release('r', { labels: labels.toReversed() }), service.clock.now());
  const { body } = await service.get('/v1/releases/r');
  expect(body.labels).toEqual(labels.toReversed());
});
