// @module-tag soak

import { expect, test } from 'vitest';
import { listen } from '../../../src/lib/http/listen.ts';
import { systemClock } from '../../../src/lib/time/clock.ts';
import { malformed } from '../../../src/service/http/problem.ts';
import { createService } from '../../../src/service/service.ts';
import { eventually } from '../../support/eventually.ts';
import { startCluster, urlOf } from '../../support/postgres/cluster.ts';

// A few kills in every test run; `npm run test:soak` makes dozens.
const kills = Number(process.env.SOAK_KILLS ?? 2);

test(`over ${kills} kills, PostgreSQL loses no acknowledged write`, async () => {
  await using cluster = await startCluster({ isDurable: true });
  const database = { engine: 'postgres' as const, url: urlOf(cluster.folder, 'postgres') };
  await using service = await createService({ database, clock: systemClock, apiKey: 'key' });
  await using server = await listen({ fetch: service.fetch, port: 0, malformed });
  const acknowledged: string[] = [];
  const answers = new Set<number>();
  let isOver = false;
  const write = async (writer: number) => {
    for (let n = 0; !isOver; n += 1) {
      const slug = `w${writer}-${n}`;
      const status = await post(server.url, slug);
      answers.add(status);
      if (status === 201) acknowledged.push(slug);
    }
  };
  const writers = [1, 2, 3].map(write);
  const moreThan = (count: number) =>
    eventually(() => acknowledged.length).toBeGreaterThan(count + 10);
  for (let kill = 0; kill < kills; kill += 1) {
    await moreThan(acknowledged.length);
    await cluster.kill();
    await cluster.start();
  }
  await moreThan(acknowledged.length);
  isOver = true;
  await Promise.all(writers);
  const kept = await service.db.selectFrom('release').select('slug').execute();
  const slugs = new Set(kept.map(({ slug }) => slug));
  expect(acknowledged.filter((slug) => !slugs.has(slug))).toEqual([]);
  expect([...answers].toSorted()).toEqual([201, 503]);
}, 600_000);

async function post(url: string, slug: string): Promise<number> {
  const answer = await fetch(`${url}/v1/releases`, {
    method: 'POST',
    headers: { authorization: 'Bearer key', 'content-type': 'application/json' },
    body: JSON.stringify({ title: slug, slug, status: 'DRAFT' }),
  });
  await answer.arrayBuffer();
  return answer.status;
}
