// @module-tag soak

import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type DesiredObjects,
  readersAddress,
} from '../../../../src/tools/bucket/mirror/desired.ts';
import {
  type MirrorPlan,
  planMirror,
  type ThereObject,
} from '../../../../src/tools/bucket/mirror/plan.ts';
import { fuzzRuns } from '../../../support/fuzz-runs.ts';

/** The links of each page of a site, by key. The first page may link to any other page. */
type Site = ReadonlyMap<string, readonly string[]>;

const keys = [
  ...['one', 'two', 'three', 'four'].flatMap((slug) => [
    `releases/${slug}/index.html`,
    `releases/${slug}.md`,
  ]),
  ...['page/1/index.html', 'page/2/index.html', 'projects/web/index.html', 'about/index.html'],
  ...['_astro/a.css', '_astro/b.css', 'assets/1.png', 'cards/one.1.jpg'],
  ...['rss.xml', 'sitemap-0.xml', 'search/current.json', 'search/index.html', 'latest.json'],
];

/** A site without dead links, in which pictures and style sheets have no links. */
const anySite: fc.Arbitrary<Site> = fc.subarray(keys).chain((chosen) => {
  const all = ['index.html', ...chosen];
  const leads = (key: string) => !/^(?:_astro|assets|cards)\//.test(key);
  const links = fc.tuple(...all.map((key) => fc.subarray(leads(key) ? chosen : [])));
  return links.map((to) => new Map(all.map((key, index) => [key, to[index] ?? []])));
});

function wantedOf(site: Site): DesiredObjects {
  return new Map(
    [...site].map(([key, links]) => {
      const mark = `${key} ${links.join()}`;
      return [key, { path: key, digest: mark, size: 1, headers: {}, mark }];
    }),
  );
}

const date = new Date(Date.UTC(2026, 0, 1));

function planFrom(there: ReadonlyMap<string, ThereObject>, site: Site): MirrorPlan {
  const entries = [...site.keys()]
    .filter((key) => /^releases\/.*\.html$/.test(key))
    .map(readersAddress);
  return planMirror({
    desired: wantedOf(site),
    there,
    entries: { before: entries, now: entries },
    date,
    isAlone: false,
    allowMassDelete: true,
  });
}

/** The objects in a bucket at one moment, with the links of their pages. */
type Bucket = Map<string, { etag: string; mark: string; links: readonly string[] }>;

const bucketOf = (site: Site): Bucket =>
  new Map(
    [...site].map(([key, links]) => {
      const mark = `${key} ${links.join()}`;
      return [key, { etag: mark, mark, links }];
    }),
  );

/** The dead links in a bucket that a reader can reach from the first page. */
function deadIn(bucket: Bucket): string[] {
  const seen = new Set(bucket.has('index.html') ? ['index.html'] : []);
  for (const key of seen) for (const to of bucket.get(key)?.links ?? []) seen.add(to);
  return [...seen].filter((key) => !bucket.has(key));
}

test('leaves no dead link at any step, and exactly the new site at the end', () => {
  fc.assert(
    fc.property(anySite, anySite, fc.infiniteStream(fc.nat()), (before, after, random) => {
      const bucket = bucketOf(before);
      const plan = planFrom(bucket, after);
      const steps = [
        ...plan.uploads.map((stage) =>
          stage.map(({ key, object }) => () => {
            bucket.set(key, { etag: object.mark, mark: object.mark, links: after.get(key) ?? [] });
          }),
        ),
        ...plan.deletions.map((stage) => stage.map((key) => () => void bucket.delete(key))),
      ];
      // In any order, because the requests of a stage are sent in parallel.
      for (const stage of steps)
        while (stage.length > 0) {
          const [step] = stage.splice((random.next().value ?? 0) % stage.length, 1);
          step?.();
          expect(deadIn(bucket)).toEqual([]);
        }
      for (const key of bucket.keys()) if (plan.kept.get(key)?.left) bucket.delete(key);
      expect(new Map([...bucket].sort())).toEqual(new Map([...bucketOf(after)].sort()));
      const again = planFrom(bucket, after);
      expect([again.uploads, again.deletions]).toEqual([[], []]);
    }),
    { numRuns: fuzzRuns(300), seed: 20_261_123 },
  );
});

test('uploads latest.json last, and deletes withdrawn pages right after', () => {
  const [before, after] = [new Map([['index.html', []]]), new Map<string, string[]>()];
  for (const key of keys) after.set(key, ['about/index.html']);
  const { uploads } = planFrom(bucketOf(before), new Map([['index.html', []], ...after]));
  expect(uploads.at(-1)?.map(({ key }) => key)).toEqual(['latest.json']);
  const { deletions } = planFrom(bucketOf(new Map([['index.html', []], ...after])), before);
  expect(deletions[0]).toContain('releases/one/index.html');
  expect(deletions[0]).toContain('releases/one.md');
  expect(deletions.flat().filter((key) => key.startsWith('_astro/'))).toEqual([]);
});
