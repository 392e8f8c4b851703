// @module-tag soak

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { maxSince } from '../../../src/features/upgrade/since.ts';
import { fillIn } from '../../../src/site/base/strings/fill-in.ts';
import { stringsFor } from '../../../src/site/base/strings/languages/languages.ts';
import { sharedBrowser } from '../../support/chromium.ts';
import { releaseEntry } from '../../support/entries.ts';
import { filesIn } from '../../support/files-in.ts';
import { openReader, type Reader } from '../../support/reader.ts';
import { shareTab } from './share-tab.ts';
import { upgradeContent } from './upgrade-content.ts';
import {
  buildWritten,
  unusual,
  type WrittenSite,
  withoutSearchAndUpgrade,
} from './written-site.ts';

// German, right to left and under a base path, to cover unusual settings.

const words = stringsFor('de').upgrade;
let site: WrittenSite;
let browser: Browser;
beforeAll(async () => {
  site = await buildWritten(upgradeContent, '/notes/', unusual);
  browser = await sharedBrowser();
});
afterAll(async () => {
  await site?.[Symbol.asyncDispose]();
});

const openTab = (options: BrowserContextOptions = {}) =>
  openReader(browser, site.dist, options, '/notes/');
const open = shareTab(openTab);
const openPlain = shareTab(() => openTab({ javaScriptEnabled: false }));
const narrow = { width: 390, height: 800 };
const openNarrow = shareTab(() => openTab({ viewport: narrow }));

test('opens a plan from a URL in an app’s notice, with changes that need action first', async () => {
  const reader = await open('upgrade/?project=api&from=2.18.0&to=4.4.0');
  const { page } = reader;
  const heading = page.locator('.upgrade-heading');
  await expect
    .poll(() => heading.textContent())
    .toBe(fillIn(words.heading, { project: 'API', from: '2.18.0', to: '4.4.0' }));
  expect(await page.title()).toMatch(/^API: 2\.18\.0 → 4\.4\.0 – /);
  expect(await page.getByRole('status').getByRole('heading', { level: 2 }).count()).toBe(1);
  const titles = await page
    .locator('[data-plan] h2')
    .evaluateAll((all) => all.map((one) => one.firstChild?.textContent?.trim()));
  expect(titles).toEqual([
    words.groups.action,
    words.groups.new,
    words.groups.fixed,
    words.groups.rest,
    words.releases,
  ]);
  // A change released on two branches is listed once. The site's own type needs action, too.
  const security = page.locator('.upgrade-action li:has(.prose)', { hasText: 'password' });
  expect(await security.locator('.upgrade-places a').allTextContents()).toEqual([
    '4.4.0',
    '2.19.1',
  ]);
  expect(await page.locator('.upgrade-action li:has(.prose)', { hasText: 'column' }).count()).toBe(
    4,
  );
  expect(await page.locator('[data-plan]').textContent()).not.toContain('beta');
  await security.getByRole('link', { name: '2.19.1' }).click();
  await page.waitForURL(/\/notes\/releases\/api-2-19-1\/#change-[0-9a-f]{8}$/);
  expect(await page.locator(':target').textContent()).toContain('password');
  expect(reader.troubles).toEqual([]);
});

test('prints a plan in the typography of a release, with URLs and without controls', async () => {
  await using reader = await openAlone('upgrade/?project=api&from=2.18.0&to=4.4.0', {
    viewport: { width: 1100, height: 900 },
  });
  const { page, url } = reader;
  await page.locator('.upgrade-heading').waitFor();
  await page.emulateMedia({ media: 'print' });
  const controls = '.upgrade :is(button, select, nav), .upgrade-titles, .page-lead, .upgrade-lists';
  expect(await page.locator(controls).count()).toBeGreaterThan(5);
  expect(await page.locator(controls).filter({ visible: true }).count()).toBe(0);
  const printed = () =>
    page
      .locator('li .prose:has(a[href*="tokens"])')
      .first()
      .evaluate((text) => {
        const { fontSize, fontFamily, color } = getComputedStyle(text);
        const address = getComputedStyle(text.querySelector('a') ?? text, '::after').content;
        return { fontSize, fontFamily, color, address };
      });
  const plan = await printed();
  expect(plan.address).toContain('https://example.com/tokens');
  const edges = await page
    .locator('.page-title, .upgrade-title:visible')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right));
  expect(new Set(edges).size).toBe(1);
  await page.goto(`${url}releases/api-3-0-0/`);
  expect(plan).toEqual(await printed());
  expect(await page.locator('.upgrade-from').isVisible()).toBe(false);
});

test('says which version replaces an unknown one, and lets the reader choose another', async () => {
  const reader = await open('upgrade/?project=api&from=4.2.9');
  const { page } = reader;
  const status = page.locator('.upgrade-news [role=status]');
  const nearest = fillIn(words.nearest, { asked: '4.2.9', taken: '4.2.0' });
  await expect.poll(() => status.textContent()).toBe(nearest);
  expect(await page.locator('[name=from]').inputValue()).toBe('4.2.0');
  await page.locator('[name=to]').selectOption('5.0.0-beta.1');
  await expect.poll(() => page.locator('[data-plan]').textContent()).toContain('The old endpoints');
  expect(page.url()).toMatch(/\?project=api&from=4\.2\.0&to=5\.0\.0-beta\.1$/);
  await page.goBack();
  await expect.poll(() => status.textContent()).toBe(nearest);
  await page.locator('[name=project]').selectOption('app');
  await page.locator('[name=from]').selectOption('Hedgehog');
  await expect.poll(() => page.locator('[data-plan]').textContent()).toContain('What Fox brings');
  expect(await page.locator('[data-order]').textContent()).toBe(words.byDate);
  expect(reader.troubles).toEqual([]);
});

const script = encodeURIComponent('<script>alert(1)</script><img src=x onerror=alert(1)>');

const queries = [
  ['a project that is none', '?project=gone&from=1'],
  ['a project that is a script', `?project=${script}&from=1`],
  ['versions that are scripts', `?project=api&from=${script}&to=${script}`],
  ['a version of 10 kB', `?project=api&from=${'1.'.repeat(5000)}`],
  ['names that every object knows', '?project=__proto__&from=constructor&to=toString'],
  ['what is no UTF-8', '?project=api&from=Sputnik&to=%00%F0'],
  ['versions the wrong way round', '?project=api&from=5&to=1'],
] as const;

const moreQueries = [
  ['a project alone', '?project=api'],
  ['nothing but zeros of bytes', `?project=api&from=1.0.0&to=${'%00'.repeat(3000)}`],
  ['a project of 10 kB', `?project=${'api'.repeat(3300)}`],
  ['versions to come', '?project=api&from=99&to=99'],
  ['a number that is none', `?project=-&from=${'9'.repeat(40)}`],
  ['no project', '?from=1'],
] as const;

test('answers queries that it does not understand with a short message and without an error', async () => {
  const reader = await open('upgrade/');
  const { page } = reader;
  for (const [what, query] of process.env.SOAK_RUNS ? [...queries, ...moreQueries] : queries) {
    await page.goto(`${reader.url}upgrade/${query}`, { waitUntil: 'networkidle' });
    expect(await page.locator('[data-upgrade]').getAttribute('aria-busy'), what).toBeNull();
    const said = (await page.locator('.upgrade-news [role=status]').textContent()) ?? '';
    expect(said, what).not.toBe(words.failed);
    expect(said.length, what).toBeLessThan(400);
    if (query.includes('gone')) expect(said).toBe(fillIn(words.unknownProject, { asked: 'gone' }));
  }
  expect(reader.troubles).toEqual([]);
});

test('keeps the target version of a URL without a start version', async () => {
  const reader = await open('upgrade/?project=api&to=4.2.9');
  const { page } = reader;
  const to = page.locator('[name=to]');
  await expect.poll(() => to.inputValue()).toBe('4.2.0');
  expect(await page.locator('.upgrade-news [role=status]').textContent()).toBe(
    fillIn(words.nearest, { asked: '4.2.9', taken: '4.2.0' }),
  );
  await page.locator('[name=from]').selectOption('4.0.0');
  await page.waitForURL(/\?project=api&from=4\.0\.0&to=4\.2\.0$/);
  expect(reader.troubles).toEqual([]);
});

test('keeps ticked items after a reload, and copies them as a checklist', async () => {
  const permissions = ['clipboard-read', 'clipboard-write'];
  await using reader = await openAlone('upgrade/?project=api&from=4.2.0', { permissions });
  const { page } = reader;
  const box = page.getByRole('checkbox', { name: 'A session ends where' });
  await box.check();
  const done = fillIn(words.ticked.other.replace('#', '1'), { count: '2' });
  await expect.poll(() => page.locator('[data-ticked]').textContent()).toBe(done);
  await page.reload();
  await expect.poll(() => box.isChecked()).toBe(true);
  await page.getByRole('button', { name: words.copy }).click();
  await expect.poll(() => page.locator('[data-copied]').textContent()).toBe(words.copied);
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  const { origin } = new URL(page.url());
  const title = fillIn(words.heading, { project: 'API', from: '4.2.0', to: '4.4.0' });
  expect(copied).toContain(`## ${title}\n`);
  expect(copied).toContain('\n- [x] A session ends where its password is changed ([4.4.0](');
  expect(copied).toContain(
    `\n- Endpoint \`/things/63\` ([4.3.0](${origin}/notes/releases/api-4-3-0/#change-`,
  );
  expect(reader.troubles).toEqual([]);
});

test('shows with scripts the same plan as the static page of a version', async () => {
  const scripted = await open('upgrade/?project=api&from=4.0.0');
  await expect.poll(() => scripted.page.locator('[data-plan] li').count()).toBeGreaterThan(5);
  const withTicks = await scripted.page.locator('[data-plan]').innerHTML();
  const plain = await openPlain('upgrade/api/api-4-0-0/');
  const without = await plain.page.locator('.upgrade-plan').innerHTML();
  expect(withTicks.replace(/<input[^>]*>/g, '')).toBe(without);
});

test.each(['', 'projects/api/', '404.html'])('links to the planner from /%s', async (path) => {
  const reader = await openNarrow(path);
  const { page } = reader;
  const place = path.startsWith('projects') ? 'main' : 'banner';
  await page.getByRole(place).getByRole('link', { name: words.title }).click();
  await page.waitForURL(`**/notes/upgrade/${path.startsWith('projects') ? '?project=api' : ''}`);
  const chosen = () => page.locator('[name=project]').inputValue();
  await expect.poll(chosen).toBe(path.startsWith('projects') ? 'api' : '');
  expect(reader.troubles).toEqual([]);
});

test('links from a release to all later changes without scripts', async () => {
  const reader = await openPlain('releases/api-3-0-0/');
  const { page } = reader;
  await page.getByRole('link', { name: words.fromHere }).click();
  await page.waitForURL('**/notes/upgrade/?project=api&from=3.0.0');
  expect(await page.locator('.upgrade-form').isVisible()).toBe(false);
  const places = () => page.locator('.upgrade-releases li').count();
  await page.getByRole('main').getByRole('link', { name: 'API', exact: true }).click();
  await expect.poll(places).toBe(50);
  await page.getByRole('link', { name: '3.0.0', exact: true }).click();
  await expect.poll(places).toBe(maxSince.releases);
  await page
    .getByRole('link', { name: fillIn(words.goOn, { name: '4.0.0' }) })
    .first()
    .click();
  await expect.poll(places).toBe(4);
  await page.goto(`${reader.url}upgrade/api/api-4-4-0/`);
  expect(await page.getByRole('main').textContent()).toContain(words.isNewest);
  expect(reader.troubles).toEqual([]);
});

test.each([390, 1440])(
  'has no visible layout shift when a plan arrives, at %i px',
  async (width) => {
    await using reader = await openAlone('', { viewport: { width, height: 900 } });
    const { page } = reader;
    await page.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(globalThis, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          shifts.push((entry as unknown as { value: number }).value);
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto(`${reader.url}upgrade/?project=api&from=2.18.0`, { waitUntil: 'networkidle' });
    await expect.poll(() => page.locator('[data-plan] li').count()).toBeGreaterThan(5);
    const shifts = await page.evaluate(
      () => (globalThis as unknown as { shifts: number[] }).shifts,
    );
    expect(shifts.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(0.02);
  },
);

test('jumps to the parts of a long plan without changing its URL query', async () => {
  const reader = await open('upgrade/?project=api&from=1.0.0');
  const { page } = reader;
  const jumps = page.getByRole('navigation', { name: words.jumps });
  await jumps.getByRole('link', { name: words.groups.fixed }).click();
  await expect
    .poll(() => page.locator('#upgrade-fixed').evaluate((one) => one.matches(':target')))
    .toBe(true);
  expect(page.url()).toMatch(/\?project=api&from=1\.0\.0#upgrade-fixed$/);
  const fold = page.locator('#upgrade-fixed details').first();
  await fold.locator('summary').click();
  expect(await fold.locator('li').first().isVisible()).toBe(true);
  expect(reader.troubles).toEqual([]);
});

test('opens the part of a static plan that a link jumps to', async () => {
  await using reader = await openAlone('upgrade/api/api-3-0-0/', { viewport: narrow });
  const { page } = reader;
  const titles = page.locator('.upgrade-titles a');
  expect(await titles.count()).toBeGreaterThan(3);
  const last = titles.last();
  const target = page.locator(`.prose${await last.getAttribute('href')}`);
  await target.evaluate((one) => one.closest('details')?.removeAttribute('open'));
  await last.click();
  await expect.poll(() => target.isVisible()).toBe(true);
  await page.goto(`${reader.url}upgrade/api/api-4-0-0/#upgrade-rest`);
  await expect.poll(() => page.locator('#upgrade-rest ul').isVisible()).toBe(true);
  expect(reader.troubles).toEqual([]);
});

test('crosses out the title of a change that is ticked', async () => {
  const reader = await open('upgrade/?project=api&from=1.0.0');
  const { page } = reader;
  const box = page.locator('.upgrade-action [data-key]').first();
  const title = page.locator('.upgrade-titles li').first();
  const line = () => title.locator('a').evaluate((one) => getComputedStyle(one).textDecorationLine);
  expect(await line()).toBe('underline');
  await box.check();
  await expect.poll(line).toBe('line-through');
  await box.uncheck();
  await expect.poll(line).toBe('underline');
});

test('says if changes fail to load, and loads them on retry', async () => {
  await using reader = await openAlone('upgrade/');
  const { page } = reader;
  let isDown = true;
  await page.route('**/newest.json', (route) =>
    isDown ? route.fulfill({ status: 503 }) : route.continue(),
  );
  await page.goto(`${reader.url}upgrade/?project=api&from=4.3.0`);
  const status = page.locator('.upgrade-news [role=status]');
  await expect.poll(() => status.textContent()).toBe(words.failed);
  isDown = false;
  await page.getByRole('button', { name: words.again }).click();
  await expect.poll(() => page.locator('[data-plan]').textContent()).toContain('sorted by name');
  expect(await status.textContent()).toBe('');
});

test('writes no pages of the planner or the search, and no links to them, if both are off', async () => {
  const releases = upgradeContent.releases.slice(-8);
  const content = { ...upgradeContent, releases };
  await using next = await buildWritten(content, '/notes/', withoutSearchAndUpgrade);
  const paths = Object.keys(await filesIn(next.dist));
  expect(paths.filter((path) => /^upgrade|schema\/upgrade|^search/.test(path))).toEqual([]);
  for (const path of paths.filter((one) => one.endsWith('.html')))
    expect(await readFile(join(next.dist, path), 'utf8'), path).not.toMatch(
      /upgrade|\/notes\/search\//,
    );
  expect(await readFile(join(next.dist, 'sitemap-0.xml'), 'utf8')).not.toContain('upgrade');
});

const versions = [
  ['newest', '4.5.0'],
  ['of a branch', '3.5.1'],
] as const;

// The last test of `site`, because it adds releases.
test.each(process.env.SOAK_RUNS ? versions : versions.slice(0, 1))(
  'rewrites at most thirty upgrade files for a new version that is %s',
  async (_, version) => {
    const one = releaseEntry(`api-${version.replaceAll('.', '-')}`, {
      version,
      project: 'p-api',
      released_at: '2026-06-01T00:00:00.000Z',
    });
    const before = await filesIn(join(site.dist, 'upgrade'));
    await site.rebuild({ ...upgradeContent, releases: [one] });
    const after = await filesIn(join(site.dist, 'upgrade'));
    const changed = Object.keys({ ...before, ...after }).filter(
      (path) => before[path] !== after[path],
    );
    expect(changed.length).toBeGreaterThan(3);
    expect(changed.length).toBeLessThanOrEqual(30);
    expect(Object.keys(before).length).toBeGreaterThan(50);
  },
);

/** Opens a page in a tab of its own. */
async function openAlone(path: string, options: BrowserContextOptions = {}): Promise<Reader> {
  const reader = await openTab(options);
  await reader.page.goto(reader.url + path);
  return reader;
}
