import { expect, test } from 'vitest';
import { slugPattern } from '../../../src/model/api/primitives.ts';
import { assignSlugs, type Claim, makeSlug } from '../../../src/sync/prepare/slugs.ts';

const claim = (id: string, slug: string | null, over: Partial<Claim> = {}): Claim => ({
  id,
  slug,
  title: `Title ${id}`,
  since: '',
  ...over,
});
const none = new Map<string, string>();
const slugsOf = (claims: Claim[], holders = none) =>
  Object.fromEntries(assignSlugs(claims, holders));
const only = (slug: string | null, title = 'Some title') =>
  assignSlugs([claim('a', slug, { title })], none).get('a') ?? '';

test('keeps a valid slug', () => {
  expect(only('v2-1-0')).toBe('v2-1-0');
});

test('makes a slug from the title if there is none', () => {
  expect(only(null, 'Größer, schneller!')).toBe('groesser-schneller');
});

test.each([
  '../../etc/passwd',
  'a/b',
  'a\\b',
  '.',
  '..',
  '.hidden',
  'a--b',
  '-a',
  'a.json',
  'Case',
  'space here',
  'nul\u0000',
  'emoji-😀',
  '%2e%2e',
  '',
  'con',
  'prn',
  'aux',
  'nul',
  'com1',
  'lpt9',
  'a'.repeat(201),
  'é'.repeat(300),
])('makes a safe file name from %j', (slug) => {
  const safe = only(slug);
  expect(safe).toMatch(slugPattern);
  expect(safe).not.toMatch(/^(?:con|prn|aux|nul|com\d|lpt\d)$/);
  expect(`${safe}.json`.length).toBeLessThanOrEqual(255);
  expect(safe).not.toBe(slug);
});

test('gives a slug to the entry whose title equals it, in any order, unless another has it', () => {
  const [c, sharp] = [claim('z', 'c', { title: 'C' }), claim('a', 'c', { title: 'C!' })];
  for (const claims of [
    [c, sharp],
    [sharp, c],
  ])
    expect(slugsOf(claims)).toMatchObject({ z: 'c', a: expect.stringMatching(/^c-/) });
  expect(slugsOf([c, sharp], new Map([['c', 'a']]))).toMatchObject({ a: 'c' });
});

test('gives different slugs to entries whose slugs would be equal', () => {
  const slugs = Object.values(
    slugsOf([claim('a', 'Hello'), claim('b', 'hello!'), claim('c', 'hello')]),
  );
  expect(new Set(slugs).size).toBe(3);
});

test('gives a slug to the earliest entry', () => {
  const slugs = slugsOf([
    claim('a', 'news', { since: '2026-02-01T00:00:00.000Z' }),
    claim('b', 'news', { since: '2026-01-01T00:00:00.000Z' }),
  ]);
  expect(slugs).toEqual({ a: expect.stringMatching(/^news-[0-9a-f]{8}$/), b: 'news' });
});

test('lets the current holder keep its slug, even if another entry is earlier', () => {
  const claims = [
    claim('a', 'news', { since: '2026-02-01T00:00:00.000Z' }),
    claim('b', 'news', { since: '2026-01-01T00:00:00.000Z' }),
  ];
  expect(slugsOf(claims, new Map([['news', 'a']])).a).toBe('news');
});

test('gives the same slugs for any order of the rows', () => {
  const claims = ['c', 'a', 'b'].map((id) => claim(id, 'news'));
  expect(slugsOf(claims.toReversed())).toEqual(slugsOf(claims));
});

test('gives the same slugs again at the next sync', () => {
  const claims = ['c', 'a', 'b'].map((id) => claim(id, 'news'));
  const first = slugsOf(claims);
  const holders = new Map(Object.entries(first).map(([id, slug]) => [slug, id]));
  expect(slugsOf(claims, holders)).toEqual(first);
});

test('gives a unique slug even if another entry has the slug with its hash', () => {
  const hashed = slugsOf([claim('a', 'news'), claim('b', 'news')]).b ?? '';
  const slugs = slugsOf([claim('a', 'news'), claim('0', hashed), claim('b', 'news')]);
  expect(new Set(Object.values(slugs)).size).toBe(3);
});

test('gives a slug even if a name has no letters', () => {
  expect(makeSlug('🎉', 'id')).toMatch(slugPattern);
  expect(makeSlug('🎉', 'id')).not.toBe(makeSlug('🎉', 'other'));
});

test('keeps a hashed slug when the plain one becomes free', () => {
  const [a, b] = [claim('a', 'same'), claim('b', 'same')];
  const first = assignSlugs([a, b], new Map());
  const holders = new Map([...first].map(([id, slug]) => [slug, id]));
  expect(assignSlugs([b], holders).get('b')).toBe(first.get('b'));
});

/** A claim that comes after all others. */
const last = (id: string, over: Partial<Claim> = {}) => claim(id, 'news', { since: '9', ...over });

/** Claims for the first slugs that this id would be given, one after the other. */
function occupied(id: string, count: number, over: Partial<Claim> = {}): Claim[] {
  const claims: Claim[] = [];
  for (let n = 0; n < count; n += 1)
    claims.push(claim(`other-${n}`, slugsOf([...claims, last(id, over)])[id] ?? ''));
  return claims;
}

test.each(['../../../../tmp/x', 'plain', '', '\u0000', '😀'])(
  'never uses the raw id %j in a slug, however many of its slugs are taken',
  (id) => {
    const claims = occupied(id, 20);
    const slugs = Object.values(slugsOf([...claims, last(id)]));
    expect(new Set(slugs).size).toBe(claims.length + 1);
    for (const slug of slugs) expect(slug).toMatch(slugPattern);
  },
);

test('keeps the slug that an entry got when many others were taken', () => {
  const first = slugsOf([...occupied('a', 5), last('a')]).a ?? '';
  expect(first).toMatch(/^news-[0-9a-f]{64}$/);
  expect(slugsOf([last('a')], new Map([[first, 'a']])).a).toBe(first);
});

test('gives no slug that is too long for a file name', () => {
  const long = { slug: null, title: 'word-'.repeat(60) };
  const slugs = Object.values(slugsOf([...occupied('a', 6, long), last('a', long)]));
  for (const slug of slugs) expect(`${slug}.json`.length).toBeLessThan(255);
  expect(new Set(slugs).size).toBe(7);
});
