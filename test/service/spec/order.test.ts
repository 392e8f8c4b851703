import { beforeAll, expect, test } from 'vitest';
import { allLabels } from '../../../src/service/resources/parts.ts';
import { allSubscriberLists } from '../../../src/service/resources/subscribers/subscriber-lists.ts';
import { milestone, release, sample } from '../sample.ts';
import { startService } from '../start.ts';
import { collections } from './collections.ts';

/**
 * In byte order. Alphabetical order would put "ä" beside "a", and JavaScript's order of UTF-16
 * units would put the emoji before the wide "z".
 */
const texts = [
  'A-b',
  'B',
  'Z',
  'Z a',
  'Z-a',
  'Z_a',
  'Za',
  '_z',
  'a',
  'a b',
  'ab',
  'Ä',
  'ß',
  'ä',
  'ｚ',
  '🎉',
];
/** The same texts, shuffled. */
const mixed = [3, 14, 0, 9, 15, 6, 1, 12, 4, 11, 7, 2, 13, 5, 10, 8].map((n) => texts[n] ?? '');
const times = { created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z' };

interface Given {
  id: string;
  name: string;
  slug: string;
}

/** A service that has an item of every kind for each of these names and ids. */
function serviceWith(all: readonly Given[]) {
  const [hook] = sample().incoming_webhooks;
  if (!hook) throw new Error('the sample has a webhook');
  return startService({
    data: {
      ...sample(),
      projects: all.map((one) => ({ ...one })),
      labels: all.map((one) => ({ ...one, color: '#000000' })),
      contributors: all.map(({ id, name }) => ({ id, name, avatar_url: null })),
      subscriber_lists: all.map(({ id, name }) => ({ id, name, subscriber_count: 0, ...times })),
      subscribers: all.map(({ id, slug }) => ({
        id,
        email: `${slug}@example.com`,
        lists: [],
        ...times,
      })),
      releases: all.map(({ id, slug }) =>
        release(id, { ...times, slug, project: null, labels: [], contributors: [] }),
      ),
      milestones: all.map(({ id, slug }) =>
        milestone(id, { ...times, slug, project: null, labels: [] }),
      ),
      incoming_webhooks: all.map(({ id, slug }) => ({
        ...hook,
        id,
        url: `https://old.example/in/token-of-${slug}-and-no-other`,
      })),
    },
  });
}

type Running = Awaited<ReturnType<typeof startService>>;

/** Reads a list in three pages. */
async function walked({ get }: Running, collection: string): Promise<Given[]> {
  const parts = [0, 6, 12].map((offset) => get(`/v1/${collection}?offset=${offset}&limit=6`));
  return (await Promise.all(parts)).flatMap(({ body }) => body);
}

test('lists by name are in byte order, on every engine', async () => {
  const named = mixed.map((name, n) => ({ id: `id-${n}`, name, slug: `slug-${n}` }));
  await using service = await serviceWith(named);
  const names = (all: readonly { name: string }[]) => all.map(({ name }) => name);
  for (const collection of ['projects', 'contributors'])
    expect(names(await walked(service, collection)), collection).toEqual(texts);
  // Labels and subscriber lists have no list in the API, but commands and exports list them.
  expect(names(await allLabels(service.db))).toEqual(texts);
  expect(names(await allSubscriberLists(service.db))).toEqual(texts);
});

let equal: Running;
beforeAll(async () => {
  equal = await serviceWith(mixed.map((id, n) => ({ id, name: 'Same', slug: `slug-${n}` })));
  return () => equal[Symbol.asyncDispose]();
});

test.each(collections)(
  '%s with equal sort keys are in the byte order of their ids',
  async (collection) => {
    expect((await walked(equal, collection)).map(({ id }) => id)).toEqual(texts);
  },
);
