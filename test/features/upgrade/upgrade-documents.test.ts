import { expect, test } from 'vitest';
import type { UpgradeDocument, UpgradeIndex } from '../../../src/features/upgrade/upgrade-data.ts';
import { allDocuments } from '../../../src/pages/_all-documents.ts';
import { documentsOf, type Given } from '../../site/feeds/sources.ts';
import { checkJson } from '../../site/feeds/validators.ts';
import { siteContext, siteWith } from '../../site/site.ts';
import { releaseEntry } from '../../support/entries.ts';

const entries = (count: number) =>
  Array.from({ length: count }, (_, n) =>
    releaseEntry(`r-${n}`, {
      version: `1.${n}.0`,
      project: 'p-web',
      released_at: new Date(Date.UTC(2026, 0, n)).toISOString(),
      changes: [
        {
          type: 'new',
          html: `<a href="#n-x">Change</a> ${n} <img src="waymark-asset:a.png" alt="">`,
        },
      ],
    }),
  );

/**
 * Writes only the documents about upgrades and their schemas, because all documents take longer.
 */
async function upgrades(given: Given): Promise<Map<string, string>> {
  const all = [...documentsOf(given, allDocuments).values()].filter(({ path }) =>
    /^(?:schema\/)?upgrade/.test(path),
  );
  return new Map(
    await Promise.all(all.map(async ({ path, write }) => [path, await write()] as const)),
  );
}

const ofMany = upgrades({ releases: entries(150) });

test('lists versions in order, each with the document that has its changes', async () => {
  const written = await ofMany;
  const index: UpgradeIndex = JSON.parse(written.get('upgrade/web.json') ?? '');
  expect(index.order).toBe('version');
  expect(index.releases.map(({ version }) => version)).toEqual(
    entries(150)
      .map(({ version }) => version)
      .reverse(),
  );
  expect(index.documents.length).toBeGreaterThan(2);
  for (const { slug, document } of index.releases) {
    const path = index.documents[document]?.replace('/notes/', '') ?? '';
    const { releases }: UpgradeDocument = JSON.parse(written.get(path) ?? '');
    expect(releases.filter((one) => one.slug === slug)).toHaveLength(1);
  }
});

test('has each change as HTML for the site, and as Markdown with absolute URLs', async () => {
  const written = await upgrades({ releases: entries(1) });
  const { releases }: UpgradeDocument = JSON.parse(written.get('upgrade/web/newest.json') ?? '');
  const change = releases[0]?.changes.at(-1);
  expect(change).toMatchObject({
    group: 'new',
    type: { slug: 'new', title: 'New' },
    html: '<a href="/notes/releases/r-0/#n-x">Change</a> 0 <img src="/notes/assets/a.png" alt="">',
    href: expect.stringMatching(/^\/notes\/releases\/r-0\/#change-/),
    markdown:
      '[Change](https://example.com/notes/releases/r-0/#n-x) 0 ![](https://example.com/notes/assets/a.png)',
  });
});

test.each([
  ['upgrade', 'upgrade/web.json', 'order'],
  ['upgrade-changes', 'upgrade/web/newest.json', 'releases'],
])('%s matches its schema', async (name, path, field) => {
  const written = await upgrades({ releases: entries(60) });
  const [text, schema] = [written.get(path) ?? '', written.get(`schema/${name}.json`) ?? ''];
  expect(JSON.parse(text).$schema).toBe(`https://example.com/notes/schema/${name}.json`);
  checkJson(text, schema);
  expect(() => checkJson(JSON.stringify({ ...JSON.parse(text), [field]: 1 }), schema)).toThrow(
    field,
  );
});

// Counts only documents; test/features/upgrade/since.fuzz.test.ts counts pages.
test.each([
  ['a newest version', '1.150.0', 150],
  ['a version of a branch', '1.70.1', 150],
  ['a version that is none', 'Sputnik', 150],
  ['one that is told of late', '1.70.2', 70.5],
])('changes at most four documents for %s', async (_, version, n) => {
  const before = await ofMany;
  for (const id of ['x-1', 'x-2']) {
    const released_at = new Date(Date.UTC(2026, 0, n)).toISOString();
    const one = releaseEntry(id, { version, project: 'p-web', released_at });
    const after = await upgrades({ releases: [...entries(150), one] });
    const paths = new Set([...before.keys(), ...after.keys()]);
    const changed = [...paths].filter((path) => before.get(path) !== after.get(path));
    expect(changed.length).toBeLessThanOrEqual(4);
    expect(changed).toContain('upgrade/web.json');
  }
});

test('has no upgrade documents if the planner is off', async () => {
  const written = await upgrades({
    releases: entries(3),
    site: siteWith({ show: { upgrade: false } }),
  });
  expect(written.size).toBe(0);
  expect((await upgrades({ releases: entries(3), site: siteContext() })).size).toBe(7);
});

test('changes few documents if the order of all releases changes', async () => {
  // Releases alternate between two branches, so all of one branch sort below the other.
  const branches = entries(150).map((one, n) => ({ ...one, version: `${1 + (n % 2)}.${n}.0` }));
  const nonsense = { ...(entries(151)[150] as (typeof branches)[number]), version: 'Sputnik' };
  const before = await upgrades({ releases: branches });
  const after = await upgrades({ releases: [...branches, nonsense] });
  const changed = [...before].filter(([path, text]) => after.get(path) !== text);
  expect(changed.map(([path]) => path)).toEqual(['upgrade/web.json', 'upgrade/web/newest.json']);
});
