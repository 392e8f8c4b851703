import { expect, test } from 'vitest';
import { release, sample } from '../sample.ts';
import { signedIn, startDesk } from './visitor.ts';

test.each([
  ['', /timed[\s\S]*draft[\s\S]*hidden[\s\S]*oldest[\s\S]*tie-a[\s\S]*tie-b/, undefined],
  ['?status=DRAFT', /draft/, /oldest|timed/],
  ['?status=SCHEDULED', /timed[\s\S]*2031-01-01/, /oldest|tie/],
  ['?text=TIE-', /tie-a[\s\S]*tie-b/, /oldest|timed/],
  ['?text=%25', /none/, /oldest/],
  ['?project=p-api', /hidden/, /oldest|timed/],
  ['?text=oldest&status=DRAFT', /none/, undefined],
  ['?status=wrong&from=-1', /oldest/, undefined],
])('the list with %j has the releases that match', async (query, found, others) => {
  const { releases, ...rest } = sample();
  const data = {
    ...rest,
    releases: releases.map((one) => ({ ...one, title: `Title of ${one.id}` })),
  };
  await using service = await startDesk({ data });
  const { html } = await (await signedIn(service)).get(`/desk/${query}`);
  const table = html
    .slice(html.indexOf('<div class="filters">'))
    .replace(/<select[\s\S]*?<\/select>/g, '');
  expect(table).toMatch(found);
  if (others) expect(table).not.toMatch(others);
});

test('a long list has pages, which keep the filters', async () => {
  const day = (n: number) => new Date(Date.UTC(2026, 0, 1) + n * 86_400_000).toISOString();
  const many = Array.from({ length: 120 }, (_, n) =>
    release(`r-${n}`, { title: `No. ${n}.`, released_at: day(n), slug: `r-${n}` }),
  );
  await using service = await startDesk({ data: { ...sample(), releases: many } });
  const publisher = await signedIn(service);
  const seen: string[] = [];
  let next: string | undefined = '/desk/?text=no.';
  while (next) {
    const { html } = await publisher.get(next);
    seen.push(...[...html.matchAll(/No\. (\d+)\./g)].map(([, n = '']) => n));
    const [, query] = /<a href="(\?[^"]*)">Older/.exec(html) ?? [];
    next = query && `/desk/${query.replaceAll('&amp;', '&')}`;
  }
  expect(seen).toEqual(many.map((_, n) => String(119 - n)));
});
