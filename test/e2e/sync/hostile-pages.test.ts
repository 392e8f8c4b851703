// @module-tag soak

import type { Browser } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { finishBody } from '../../../src/site/base/html/body.ts';
import { stringsFor } from '../../../src/site/base/strings/languages/languages.ts';
import { sharedBrowser } from '../../support/chromium.ts';
import { prepared } from '../../sync/prepare/html/as-release.ts';
import { hostileBodies } from '../../sync/prepare/html/hostile-bodies.ts';
import { type Outcome, openHostilePages } from './hostile-page.ts';

const english = stringsFor('en');

const bodies = Object.values(hostileBodies).flat();
/** Prepared bodies on one page. `npm run test:soak` opens each alone. */
const perPage = process.env.SOAK_RUNS ? 1 : 10;

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
}, 60_000);

async function prepare(html: string): Promise<string> {
  const { body } = await prepared(html);
  return finishBody(body, (path) => `/${path}`, english);
}

test('no hostile body runs a script or makes a request, even without a security policy', async () => {
  const shown = [...new Set(await Promise.all(bodies.map(prepare)))];
  const pages = Array.from({ length: Math.ceil(shown.length / perPage) }, (_, page) =>
    shown.slice(page * perPage, (page + 1) * perPage).join('\n'),
  );
  const outcomes = await openAll(pages);
  const harmful = outcomes.filter(
    ({ ran, asked, isProvoked }) => ran.length + asked.length > 0 || !isProvoked,
  );
  expect(harmful).toEqual([]);
}, 120_000);

test('the same bodies run scripts and make requests when they are shown unprocessed', async () => {
  // Every sixth body is enough to show that the test would notice harm.
  const outcomes = await openAll(bodies.filter((_, index) => index % 6 === 0));
  expect(outcomes.filter(({ ran }) => ran.length > 0).length).toBeGreaterThan(16);
  expect(outcomes.filter(({ asked }) => asked.length > 0).length).toBeGreaterThan(8);
  // A harmful body among harmless ones is noticed, too.
  const harmless = await Promise.all(bodies.slice(0, 4).map(prepare));
  const mixed = [...harmless, '<p onmouseover="alert(1)">x</p>'];
  expect((await openAll([mixed.join('\n')]))[0]?.ran).not.toEqual([]);
}, 120_000);

/** Opens pages with this HTML in a browser. */
async function openAll(some: readonly string[]): Promise<({ html: string } & Outcome)[]> {
  await using pages = await openHostilePages(browser);
  const outcomes: ({ html: string } & Outcome)[] = [];
  for (const html of some) outcomes.push({ html, ...(await pages.open(html)) });
  return outcomes;
}
