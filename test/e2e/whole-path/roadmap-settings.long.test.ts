import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sharedBrowser } from '../../support/chromium.ts';
import { openReader } from '../../support/reader.ts';
import { filesBelow, findTexts } from './files.ts';
import { manyMilestones } from './many-milestones.ts';
import { buildWritten, unusual, withoutCards } from './written-site.ts';

/** Milestones whose slugs equal path segments of the roadmap's own pages. */
const content = manyMilestones({ milestones: 8, statuses: 2, labels: 2 });
const slugs = ['list', 'view', 'projects', 'labels'];
for (const [index, slug] of slugs.entries())
  Object.assign(content.milestones[index] ?? {}, { slug });

test('works under a base path, in German, right to left, without votes, and with reserved slugs', async () => {
  await using site = await buildWritten(content, '/notes/', unusual);
  const browser = await sharedBrowser();
  await using reader = await openReader(browser, site.root);
  const { page } = reader;
  for (const slug of slugs) {
    await page.goto(`${reader.url}notes/roadmap/${slug}/`);
    expect(await page.locator('.entry-title').count()).toBe(1);
  }
  await page.getByRole('link', { name: 'Gesamte Roadmap' }).click();
  await page.waitForURL(`${reader.url}notes/roadmap/`);
  expect(await page.locator('.card').count()).toBe(8);
  expect(await findTexts(join(site.dist, 'roadmap'), ['Stimme', 'data-votes="7'])).toEqual([]);
  expect(await page.getByRole('button', { name: 'Meiste Stimmen' }).count()).toBe(0);
  await page.locator('[data-facet="project"] summary').click();
  await page.getByRole('link', { name: 'Atlas' }).click();
  expect(page.url()).toBe(`${reader.url}notes/roadmap/?project=atlas`);
  expect(await page.getByRole('status').textContent()).toBe('2 von 8 Vorhaben');
  const times = await page
    .locator('#column-1 .card')
    .evaluateAll((cards) => cards.map((card) => (card as HTMLElement).dataset.moved ?? ''));
  expect(times).toEqual(times.toSorted().reverse());
  await page.getByRole('link', { name: 'Liste' }).click();
  await page.waitForURL(`${reader.url}notes/roadmap/view/list/?project=atlas`);
  expect(await page.locator('.card-when').first().textContent()).toMatch(/ \d{4}$/);
  expect(reader.troubles).toEqual([]);
});

test('writes no page of the roadmap and no link to it if it is turned off', async () => {
  await using site = await buildWritten(content, '/notes/', {
    show: { ...withoutCards.show, roadmap: false },
  });
  const files = await filesBelow(site.dist);
  expect(files.filter((path) => path.startsWith('roadmap'))).toEqual([]);
  const named = await Promise.all(
    files
      .filter((path) => /\.(?:html|xml|md|json|txt)$/.test(path))
      .map(async (path) => [path, await readFile(join(site.dist, path), 'utf8')] as const),
  );
  expect(named.filter(([, text]) => text.includes('/roadmap/')).map(([path]) => path)).toEqual([]);
});
