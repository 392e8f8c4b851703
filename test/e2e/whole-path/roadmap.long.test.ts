// @module-tag soak

import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { MilestoneEntry } from '../../../src/model/content/content.ts';
import { quarterAt } from '../../../src/site/roadmap/axis.ts';
import { sharedBrowser } from '../../support/chromium.ts';
import { openReader } from '../../support/reader.ts';
import { shiftOf } from '../built-site/shift.ts';
import { firstDay, manyMilestones } from './many-milestones.ts';
import { shareTab } from './share-tab.ts';
import { buildWritten, type WrittenSite, withoutCards } from './written-site.ts';

const many = manyMilestones({ milestones: 160, statuses: 20, labels: 12 });
/** One column has 64 cards, seven have none, and one milestone was started two years earlier. */
const milestones = many.milestones.map((one) => ({
  ...one,
  status: one.status?.replace(/^Status [2-8]$/, 'Status 1') ?? null,
  started_at: one.id === 'm-4' ? '2024-08-01T00:00:00.000Z' : one.started_at,
  target_on: one.id === 'm-7' ? '2026-10-31' : one.target_on,
}));
const content = { ...many, milestones };
const isCanceled = ({ stage }: MilestoneEntry) => stage === 'CANCELED';
const ofProject = (id: string) => milestones.filter(({ project }) => project === id);
const withLabel = (id: string) => milestones.filter(({ labels }) => labels.includes(id));

let site: WrittenSite;
let browser: Browser;

beforeAll(async () => {
  [site, browser] = await Promise.all([buildWritten(content, '/', withoutCards), sharedBrowser()]);
});
afterAll(async () => {
  await site?.[Symbol.asyncDispose]();
});

const wide = { width: 1440, height: 900 };
const openTab = (options: BrowserContextOptions = {}) =>
  openReader(browser, site.root, { viewport: wide, ...options });
const openRoadmap = shareTab(openTab);
const openOnPhone = shareTab(() => openTab({ viewport: { width: 390, height: 844 } }));
const openNarrow = shareTab(() => openTab({ viewport: { width: 320, height: 640 } }));

/** Includes cards in closed folds. */
const shown = (page: Page) => page.locator('.card:not([hidden])');
const hrefsIn = (page: Page, selector: string) =>
  page
    .locator(`${selector} .card-title a`)
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
const hrefsOf = (some: MilestoneEntry[]) => some.map(({ slug }) => `/roadmap/${slug}/`);
const byVotes = (a: MilestoneEntry, b: MilestoneEntry) => b.upvote_count - a.upvote_count;
const byMove = (a: MilestoneEntry, b: MilestoneEntry) =>
  (b.updated_at ?? '').localeCompare(a.updated_at ?? '');

async function choose(page: Page, facet: string, name: string): Promise<void> {
  await page.locator(`[data-facet="${facet}"] summary`).click();
  await page.locator(`[data-facet="${facet}"]`).getByRole('link', { name }).click();
}

describe('without JavaScript', () => {
  const openPlain = shareTab(() => openTab({ javaScriptEnabled: false }));

  test('shows every milestone in a column that is a labelled region, and no buttons', async () => {
    const { page, troubles } = await openPlain('roadmap/');
    expect(await shown(page).count()).toBe(milestones.length);
    const regions = page.locator('.board').getByRole('region');
    expect(await regions.count()).toBe(16);
    expect(await regions.first().getAttribute('tabindex')).toBe('0');
    const first = page.getByRole('region', { name: /^Status 1 64$/ });
    const expected = milestones.filter(({ status }) => status === 'Status 1').toSorted(byVotes);
    expect(await hrefsIn(page, `#${await first.getAttribute('id')}`)).toEqual(hrefsOf(expected));
    expect(await page.getByRole('button').count()).toBe(0);
    expect(troubles).toEqual([]);
  });

  test('explains below the board which milestones are not planned', async () => {
    const reader = await openPlain('roadmap/');
    const section = reader.page.getByRole('region', { name: 'Not planned' });
    expect(await section.getByText('considered, and are not planned').isVisible()).toBe(true);
    expect((await hrefsIn(reader.page, '.canceled')).sort()).toEqual(
      hrefsOf(milestones.filter(isCanceled)).sort(),
    );
  });

  test('links to the pages of a project, a label and the list, and back to all', async () => {
    const reader = await openPlain('roadmap/');
    const { page } = reader;
    await choose(page, 'project', 'Beacon');
    await page.waitForURL('**/roadmap/projects/beacon/');
    expect(await shown(page).count()).toBe(ofProject('p-1').length);
    await page.getByRole('link', { name: 'List' }).click();
    await page.waitForURL('**/roadmap/projects/beacon/view/list/');
    expect(await hrefsIn(page, '.rows')).toHaveLength(
      ofProject('p-1').filter((one) => !isCanceled(one)).length,
    );
    await choose(page, 'label', 'Label 3');
    await page.waitForURL('**/roadmap/labels/label-3/view/list/');
    await page.getByRole('link', { name: 'Show all' }).click();
    await page.waitForURL('**/roadmap/view/list/');
    expect(await shown(page).count()).toBe(milestones.length);
    expect(await page.getByRole('link', { name: 'Show all' }).count()).toBe(0);
  });

  test('shows twenty cards of a column, then forty more at a time', async () => {
    const reader = await openPlain('roadmap/');
    const column = reader.page.locator('#column-1');
    const cards = column.locator('.card:visible');
    expect(await cards.count()).toBe(20);
    // Pressed, not clicked: cards that are laid out meanwhile move the button under the pointer.
    await column.getByText('Show 40 more').press('Enter');
    await expect.poll(() => cards.count()).toBe(60);
    await column.getByText('Show 4 more').press('Enter');
    await expect.poll(() => cards.count()).toBe(64);
    expect(await column.locator('summary:visible').count()).toBe(0);
  });

  test('prints folded milestones', async () => {
    const reader = await openPlain('roadmap/');
    const { page } = reader;
    await page.emulateMedia({ media: 'print' });
    for (const path of ['roadmap/', 'roadmap/view/timeline/']) {
      await page.goto(reader.url + path);
      const rows = page.locator(':is(.bar, .card):visible');
      expect([path, await rows.count()]).toEqual([path, milestones.length]);
    }
    await page.emulateMedia({ media: null });
  });

  test('jumps to a column from the index above the board', async () => {
    const reader = await openPlain('roadmap/');
    await reader.page.getByRole('link', { name: 'Status 16' }).click();
    await expect.poll(() => reader.page.locator('#column-16').evaluate(isInView)).toBe(true);
  });

  test('jumps to canceled milestones from the index above the board', async () => {
    const { page } = await openPlain('roadmap/');
    await page.getByRole('link', { name: 'Status 17' }).click();
    const title = page.locator('#column-17 h3');
    const isOnScreen = (one: Element) => {
      const { top, bottom } = one.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    };
    await expect.poll(() => title.evaluate(isOnScreen)).toBe(true);
  });
});

test('filters the board in place, shows how many milestones match, and goes back', async () => {
  const reader = await openRoadmap('roadmap/');
  const { page } = reader;
  const status = page.getByRole('status');
  expect(await status.textContent()).toBe('160 milestones');
  await choose(page, 'project', 'Beacon');
  expect(page.url()).toBe(`${reader.url}roadmap/?project=beacon`);
  expect(await status.textContent()).toBe('40 of 160 milestones');
  await choose(page, 'label', 'Label 3');
  const both = ofProject('p-1').filter(({ labels }) => labels.includes('l-3'));
  expect(page.url()).toBe(`${reader.url}roadmap/?project=beacon&label=label-3`);
  expect(await shown(page).count()).toBe(both.length);
  expect(await status.textContent()).toBe(`${both.length} of 160 milestones`);
  const counts = await page.locator('.column-title small').allTextContents();
  expect(counts.reduce((sum, count) => sum + Number(count), 0)).toBe(both.length);
  const empty = counts.slice(0, 16).filter((count) => count === '0').length;
  expect(await page.locator('.column .empty:visible').count()).toBe(empty);
  expect(await page.locator('.column .empty:visible').first().textContent()).toBe(
    'Nothing here matches these filters.',
  );
  await page.goBack();
  expect(await shown(page).count()).toBe(40);
  const first = ofProject('p-1').filter(({ status }) => status === 'Status 1').length;
  expect(first).toBeLessThanOrEqual(20);
  expect(await page.locator('#column-1 .card:visible').count()).toBe(first);
  expect(await page.locator('#column-1 .more:visible').count()).toBe(0);
  await page.goBack();
  expect(await shown(page).count()).toBe(milestones.length);
  expect(await page.locator('[data-facet="project"] summary').textContent()).toContain('All');
  expect(reader.troubles).toEqual([]);
});

test('filters the timeline like the board, and keeps the filters in the list view', async () => {
  const reader = await openRoadmap('roadmap/view/timeline/');
  const { page } = reader;
  const rows = page.locator(':is(.bar, .card):not([hidden])');
  const slugs = async () =>
    (
      await rows.locator('a').evaluateAll((links) => links.map((one) => one.getAttribute('href')))
    ).sort();
  expect(await rows.count()).toBe(milestones.length);
  await choose(page, 'project', 'Beacon');
  expect(page.url()).toBe(`${reader.url}roadmap/view/timeline/?project=beacon`);
  expect(await slugs()).toEqual(hrefsOf(ofProject('p-1')).sort());
  await choose(page, 'label', 'Label 3');
  const both = ofProject('p-1').filter(({ labels }) => labels.includes('l-3'));
  expect(await slugs()).toEqual(hrefsOf(both).sort());
  expect(await page.getByRole('status').textContent()).toBe(`${both.length} of 160 milestones`);
  await page.getByRole('link', { name: 'List', exact: true }).click();
  await page.waitForURL('**/roadmap/view/list/?project=beacon&label=label-3');
  expect(await slugs()).toEqual(hrefsOf(both).sort());
  await page.goto(`${reader.url}roadmap/view/timeline/?project=nowhere`);
  expect(await rows.count()).toBe(0);
  expect(await page.locator('.timeline-box').isVisible()).toBe(false);
  expect(await page.getByText('Nothing on the roadmap matches').isVisible()).toBe(true);
  await page.getByRole('link', { name: 'Show all' }).click();
  await expect.poll(() => rows.count()).toBe(milestones.length);
  expect(reader.troubles).toEqual([]);
});

test('shows the first card without scrolling on a phone', async () => {
  for (const path of ['roadmap/', 'roadmap/projects/beacon/', 'roadmap/labels/label-3/']) {
    const { page } = await openOnPhone(path);
    const lines = await page
      .locator('.card-title a')
      .first()
      .evaluate((link) => [...link.getClientRects()].map(({ bottom }) => bottom));
    expect(lines[0], path).toBeLessThan(560);
  }
});

test('keeps names in place while the timeline scrolls, and draws a line at today', async () => {
  await using reader = await openTab({ viewport: { width: 640, height: 900 } });
  const { page } = reader;
  await page.goto(`${reader.url}roadmap/view/timeline/`);
  const box = page.locator('.timeline-box');
  const name = page.locator('.bar th').first();
  const before = await name.boundingBox();
  const scrolled = await box.evaluate((one) => {
    const { scrollLeft } = one;
    one.scrollLeft = 0;
    return scrollLeft;
  });
  expect(scrolled).toBeGreaterThan(100);
  expect(await name.boundingBox()).toEqual(before);
  const axis = await page.locator('.timeline-quarters').boundingBox();
  const line = await page.locator('.today').boundingBox();
  const at = ((line?.x ?? 0) + (line?.width ?? 0) - (axis?.x ?? 0)) / (axis?.width ?? 1);
  const quarters = await page.locator('.timeline-quarters i').count();
  const now = quarterAt(new Date().toISOString().slice(0, 10));
  expect(Math.abs(((at * quarters) % 1) - (now % 1))).toBeLessThan(0.05);
  await page.clock.setFixedTime('2020-08-01T12:00:00');
  await page.reload();
  expect(await page.locator('.today').isVisible()).toBe(false);
});

test('folds completed milestones below open ones, and each list after twenty', async () => {
  const reader = await openRoadmap('roadmap/view/timeline/');
  const { page } = reader;
  const bars = page.locator('.bar:visible');
  const over = milestones.filter(({ stage }) => stage === 'COMPLETED').length;
  const open = milestones.filter(({ stage }) => stage === 'IN_PROGRESS').length;
  // Twenty with dates and twenty without.
  expect(await bars.count()).toBe(40);
  await page
    .getByText(`Show ${open - 20} more`)
    .first()
    .click();
  expect(await bars.count()).toBe(open + 20);
  await page.getByText(`Completed ${over}`).click();
  expect(await bars.count()).toBe(open + 20 + Math.min(over, 20));
});

test('says if nothing matches, and shows everything again', async () => {
  const reader = await openRoadmap('roadmap/?project=nowhere');
  const { page } = reader;
  expect(await shown(page).count()).toBe(0);
  expect(await page.getByText('Nothing on the roadmap matches').isVisible()).toBe(true);
  expect(await page.getByRole('region', { name: 'Not planned' }).isVisible()).toBe(false);
  await page.getByRole('link', { name: 'Show all' }).click();
  expect(page.url()).toBe(`${reader.url}roadmap/`);
  expect(await shown(page).count()).toBe(milestones.length);
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('SUMMARY');
});

test('the order by votes is the same on the board and, over all columns, in the list', async () => {
  const reader = await openRoadmap('roadmap/');
  const { page } = reader;
  const pressed = () => page.getByRole('button', { pressed: true }).textContent();
  const votesIn = async () => {
    const votes = await page.locator('.rows .votes').allTextContents();
    return votes.map((text) => Number.parseInt(text.replace(',', ''), 10));
  };
  const planned = milestones.filter((one) => !isCanceled(one)).toSorted(byVotes);
  const expected = planned.flatMap(({ upvote_count }) => upvote_count || []);
  expect(await pressed()).toBe('Most votes');
  await page.getByRole('link', { name: 'List' }).click();
  expect([await pressed(), await votesIn()]).toEqual(['Most votes', expected]);
  await page.getByRole('button', { name: 'Last changed' }).click();
  await page.getByRole('link', { name: 'Board', exact: true }).click();
  expect(await pressed()).toBe('Last changed');
  await page.getByRole('link', { name: 'Across all columns' }).click();
  expect(await pressed()).toBe('Last changed');
  await page.getByRole('link', { name: 'Board', exact: true }).click();
  await page.getByRole('button', { name: 'Most votes' }).click();
  await page.getByRole('link', { name: 'Across all columns' }).click();
  expect([await pressed(), await votesIn()]).toEqual(['Most votes', expected]);
  expect(await page.getByRole('link', { name: 'Across all columns' }).count()).toBe(0);
});

test('“Subscribe” leads to the feeds of the chosen project or label', async () => {
  const reader = await openRoadmap('roadmap/');
  const { page } = reader;
  const places = () =>
    page
      .locator('[data-place]')
      .evaluateAll((all) => [...new Set(all.map((one) => (one as HTMLAnchorElement).hash))]);
  const menu = page.locator('.roadmap-head .subscribe');
  /** The address of the feed that the menu offers, which answers. */
  const feed = async () => {
    const link = menu.getByText('JSON Feed', { exact: true });
    const url = await link.evaluate((one) => (one as HTMLAnchorElement).href);
    expect((await page.request.get(url)).status()).toBe(200);
    return url.replace(reader.url, '');
  };
  const offered = async () => [...(await places()), await feed()];
  expect(await offered()).toEqual(['#roadmap', 'roadmap/feed.json']);
  await choose(page, 'label', 'Label 3');
  expect(await offered()).toEqual(['#label-label-3', 'roadmap/labels/label-3/feed.json']);
  await choose(page, 'project', 'Beacon');
  expect(await offered()).toEqual(['#project-beacon', 'roadmap/projects/beacon/feed.json']);
  await page.getByRole('link', { name: 'Show all' }).click();
  expect(await offered()).toEqual(['#roadmap', 'roadmap/feed.json']);
  await page.goto(`${reader.url}roadmap/projects/cairn/?label=label-3`);
  expect(await offered()).toEqual(['#project-cairn', 'roadmap/projects/cairn/feed.json']);
});

test('sorts by last change, and keeps the order after a reload and in the list view', async () => {
  const reader = await openRoadmap('roadmap/');
  const { page } = reader;
  const ofFirst = milestones.filter(({ status }) => status === 'Status 1');
  await page.getByRole('button', { name: 'Last changed' }).click();
  await page.reload();
  expect(await page.getByRole('button', { pressed: true }).textContent()).toBe('Last changed');
  const moved = await hrefsIn(page, '#column-1');
  const times = new Map(ofFirst.map((one) => [`/roadmap/${one.slug}/`, one.updated_at]));
  expect(moved.map((href) => times.get(href ?? ''))).toEqual(
    ofFirst.toSorted(byMove).map(({ updated_at }) => updated_at),
  );
  await choose(page, 'label', 'Label 3');
  await page.getByRole('link', { name: 'List' }).click();
  await page.waitForURL(`${reader.url}roadmap/view/list/?label=label-3&sort=moved`);
  expect(await shown(page).count()).toBe(withLabel('l-3').length);
  await page.getByRole('button', { name: 'Most votes' }).click();
  const rows = withLabel('l-3').filter((one) => !isCanceled(one));
  const votes = await page.locator('.rows .votes:visible').allTextContents();
  expect(votes.map((text) => Number.parseInt(text.replace(',', ''), 10))).toEqual(
    rows.toSorted(byVotes).flatMap(({ upvote_count }) => upvote_count || []),
  );
});

test('filters a project’s page by label, and keeps the label on another project’s page', async () => {
  const reader = await openRoadmap('roadmap/projects/beacon/');
  const { page } = reader;
  await choose(page, 'label', 'Label 3');
  expect(page.url()).toBe(`${reader.url}roadmap/projects/beacon/?label=label-3`);
  const left = (id: string) => ofProject(id).filter(({ labels }) => labels.includes('l-3')).length;
  expect(await shown(page).count()).toBe(left('p-1'));
  await choose(page, 'project', 'Cairn');
  await page.waitForURL(`${reader.url}roadmap/projects/cairn/?label=label-3`);
  expect(await shown(page).count()).toBe(left('p-2'));
  await choose(page, 'project', 'All');
  await page.waitForURL(`${reader.url}roadmap/?label=label-3`);
  expect(await shown(page).count()).toBe(withLabel('l-3').length);
});

test('can be used with the keyboard alone', async () => {
  const reader = await openRoadmap('roadmap/');
  const { page } = reader;
  const { keyboard } = page;
  const menu = page.locator('[data-facet="label"]');
  await menu.locator('summary').focus();
  await keyboard.press('Enter');
  await keyboard.press('Tab');
  await keyboard.press('Escape');
  expect(await menu.evaluate(({ open }: HTMLDetailsElement) => open)).toBe(false);
  expect(await menu.locator('summary').evaluate((one) => one === document.activeElement)).toBe(
    true,
  );

  const column = page.locator('#column-1');
  await column.focus();
  await keyboard.press('PageDown');
  await expect.poll(() => column.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(100);
  await keyboard.press('ArrowRight');
  const board = page.locator('.board');
  await expect.poll(() => board.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(30);
  await page.locator('#column-16').focus();
  await expect.poll(() => page.locator('#column-16').evaluate(isInView)).toBe(true);
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  await page.waitForURL(/\/roadmap\/m-\d+\/$/);
});

test('shows how long an open milestone is unchanged, beginning at sixty days', async () => {
  await using reader = await openTab();
  const { page } = reader;
  const moved = firstDay + 30 * 24 * 60 * 60 * 1000;
  const noteAfter = async (days: number) => {
    await page.clock.setFixedTime(moved + days * 24 * 60 * 60 * 1000);
    await page.goto(`${reader.url}roadmap/m-0/`);
    return await page.locator('.unchanged:visible').allTextContents();
  };
  expect(await noteAfter(59)).toEqual([]);
  expect(await noteAfter(60)).toEqual(['unchanged for 60 days']);
  expect(await noteAfter(1142)).toEqual(['unchanged for 1,142 days']);
  await page.goto(`${reader.url}roadmap/`);
  // A card has one date. The last change is shown only if it was long ago.
  const dates = page.locator('.card[data-moved^="2026-01-31"] days-since');
  expect(await dates.first().textContent()).toBe('Last changed 31 January 2026');
  expect(await page.locator('days-since[hidden]').count()).toBe(0);
  await page.clock.setFixedTime(moved + 59 * 24 * 60 * 60 * 1000);
  await page.reload();
  expect(await dates.first().getAttribute('hidden')).not.toBeNull();
});

test('marks a target that has passed', async () => {
  await using reader = await openTab();
  const { page } = reader;
  const marksAt = async (day: string, path: string, place: string) => {
    await page.clock.setFixedTime(`${day}T12:00:00Z`);
    await page.goto(`${reader.url}${path}`);
    return await page.locator(`${place} > :text("October 2026") + :visible`).allTextContents();
  };
  for (const [path, place] of [
    ['roadmap/', '.card:has([href$="/m-7/"]) .card-when'],
    ['roadmap/m-7/', '.standing'],
  ] as const) {
    expect(await marksAt('2026-10-31', path, place)).toEqual([]);
    expect(await marksAt('2026-11-01', path, place)).toEqual(['passed']);
  }
});

const views = ['roadmap/', 'roadmap/view/list/', 'roadmap/view/timeline/', 'roadmap/m-0/'];

test.each([
  [320, views],
  [1440, process.env.SOAK_RUNS ? views : views.slice(0, 1)],
])(
  'has no layout shift at %i px while the page loads and unchanged days are shown',
  async (width, paths) => {
    const now = firstDay + 1142 * 24 * 60 * 60 * 1000;
    for (const path of paths) {
      const { asItArrives, asFacesArrive } = await shiftOf(browser, site.dist, path, {
        width,
        now,
      });
      expect(asItArrives + asFacesArrive, path).toBeLessThan(0.001);
    }
  },
);

test('fits into 320 px without horizontal scrolling', async () => {
  for (const path of [...views.slice(0, 3), 'roadmap/m-6/']) {
    const { page } = await openNarrow(path);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect([path, width]).toEqual([path, 320]);
  }
});

test('links from a milestone to its neighbours and back to the roadmap', async () => {
  const reader = await openRoadmap('roadmap/');
  const { page } = reader;
  const [first, second] = await hrefsIn(page, '#column-1');
  await page.goto(new URL(first ?? '', reader.url).href);
  const more = page.getByRole('navigation', { name: 'More in “Status 1”' });
  await more.getByRole('link', { name: 'Next' }).click();
  await page.waitForURL(`**${second}`);
  await page.getByRole('link', { name: 'Full roadmap' }).click();
  await page.getByRole('heading', { level: 1, name: 'Roadmap', exact: true }).waitFor();
});

function isInView(element: Element): boolean {
  const { left, right } = element.getBoundingClientRect();
  return left >= -1 && right <= innerWidth + 1;
}
