import type { Browser } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { finishBody } from '../../../src/site/base/html/body.ts';
import { stringsFor } from '../../../src/site/base/strings/languages/languages.ts';
import { sharedBrowser } from '../../support/chromium.ts';
import { prepared } from '../../sync/html/as-release.ts';
import { hostileBodies } from '../../sync/html/hostile-bodies.ts';
import { type Outcome, openHostilePages } from './hostile-page.ts';

const english = stringsFor('en');

const bodies = Object.values(hostileBodies).flat();

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
}, 60_000);

test('no hostile body runs a script or makes a request, even without a security policy', async () => {
  const outcomes = await openAll(bodies, async (html) => {
    const { body } = await prepared(html);
    return finishBody(body, (path) => `/${path}`, english);
  });
  const harmful = outcomes.filter(({ ran, asked }) => ran.length + asked.length > 0);
  expect(harmful).toEqual([]);
}, 120_000);

test('the same bodies run scripts and make requests when they are shown unprocessed', async () => {
  // Every third body is enough to show that the test would notice harm.
  const some = bodies.filter((_, index) => index % 3 === 0);
  const outcomes = await openAll(some, async (html) => html);
  expect(outcomes.filter(({ ran }) => ran.length > 0).length).toBeGreaterThan(34);
  expect(outcomes.filter(({ asked }) => asked.length > 0).length).toBeGreaterThan(17);
}, 120_000);

/** Opens bodies in a browser; of several that are prepared to the same HTML, only the last. */
async function openAll(
  some: readonly string[],
  shownAs: (html: string) => Promise<string>,
): Promise<Outcomes> {
  await using pages = await openHostilePages(browser);
  const byShown = new Map<string, string>();
  for (const html of some) byShown.set(await shownAs(html), html);
  const outcomes: Outcomes = [];
  for (const [shown, html] of byShown) outcomes.push({ html, ...(await pages.open(shown)) });
  return outcomes;
}

type Outcomes = ({ html: string } & Outcome)[];
