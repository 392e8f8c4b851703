import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { listen } from '../src/lib/http/listen.ts';
import { createSiteServer } from '../src/publish/serve/site-server.ts';
import { buildFolder } from '../src/render/build-folder.ts';
import { textOfHtml } from '../src/site/base/html/sections.ts';
import { paths } from '../src/site/base/urls.ts';
import { launchBrowser } from '../test/support/chromium.ts';
import { randomFrom } from '../test/support/random-from.ts';
import { rewriteTexts } from './support/release-texts.ts';
import { isAnswered, type QueryFile } from './support/search-queries.ts';
import { sourcesOf } from './support/sources.ts';
import { writeCorpus } from './support/write-corpus.ts';

/** Cost of a search in a browser that has only loaded the search page. */
export interface SearchCost {
  query: string;
  /** Transferred after the page was loaded. */
  kilobytes: number;
  requests: number;
  /**
   * Time from the last key to the first result, at 10 Mbit/s and 50 ms latency; undefined if there
   * is no result.
   */
  firstMs: number | undefined;
}

/** A search with an expected result. */
export interface JudgedSearch extends SearchCost {
  isAnswered: boolean;
  /** Paths of the first results. */
  found: string[];
}

export interface SearchResults {
  searches: SearchCost[];
  judged: JudgedSearch[];
}

const network = {
  offline: false,
  latency: 50,
  downloadThroughput: 10_000_000 / 8,
  uploadThroughput: 10_000_000 / 8,
};

/**
 * Builds a site of the sample, the search corpus and generated releases with thousands of words.
 * Then searches for random words of it and for a list of queries. If the query file names a content
 * folder, the site is built from that folder instead.
 * @param generated returns a content folder of generated releases
 */
export async function benchSearches(
  folder: string,
  generated: () => Promise<string>,
  { content, queries }: QueryFile,
): Promise<SearchResults> {
  const contentDir = content ?? (await generated());
  if (!content) {
    rewriteTexts(contentDir);
    writeCorpus(contentDir);
  }
  const outDir = join(folder, 'search-site');
  const site = { siteUrl: 'https://bench.example', basePath: '/' };
  await buildFolder({ contentDir, outDir, ...site });
  const { fetch } = createSiteServer({ folder: outDir });
  await using server = await listen({ fetch, port: 0 });
  const browser = await launchBrowser();
  const results: SearchResults = { searches: [], judged: [] };
  const address = `${server.url}/${paths.search()}`;
  try {
    for (const query of await randomQueries(contentDir, 100)) {
      const { found, ...cost } = await searchOnce(browser, address, query);
      results.searches.push(cost);
    }
    for (const one of queries) {
      const cost = await searchOnce(browser, address, one.query);
      results.judged.push({ ...cost, isAnswered: isAnswered(one, cost.found) });
    }
  } finally {
    await browser.close();
  }
  return results;
}

/**
 * Returns queries of up to three adjacent words, each of three letters or more, from the releases.
 */
async function randomQueries(contentDir: string, count: number): Promise<string[]> {
  const { releases } = await sourcesOf(contentDir);
  const random = randomFrom(count);
  return Array.from({ length: count }, () => {
    const body = releases[Math.floor(random() * releases.length)]?.body ?? '';
    const words = textOfHtml(body).match(/\p{L}{3,}/gu) ?? [];
    const from = Math.floor(random() * (words.length - 3));
    return words.slice(from, from + 1 + Math.floor(random() * 3)).join(' ');
  });
}

async function searchOnce(browser: Browser, address: string, query: string) {
  const context = await browser.newContext();
  const page = await context.newPage();
  try {
    return await costOf(address, query, page);
  } finally {
    await context.close();
  }
}

async function costOf(
  address: string,
  query: string,
  page: Page,
): Promise<SearchCost & Pick<JudgedSearch, 'found'>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', network);
  await page.goto(address, { waitUntil: 'networkidle' });
  const loaded = loadedFrom(session);
  await typeSlowly(page, query);
  // A search that announces no outcome in time counts as one without results.
  await page.waitForFunction(isDone, undefined, { timeout: 10_000 }).catch(() => {});
  await page.waitForLoadState('networkidle');
  const found = await page.evaluate(firstResults);
  const firstMs = await page.evaluate(() => (window as Timed).firstMs);
  return { query, ...loaded(), firstMs, found };
}

function loadedFrom(session: CDPSession): () => Pick<SearchCost, 'kilobytes' | 'requests'> {
  let [bytes, requests] = [0, 0];
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
    requests += 1;
  });
  return () => ({ kilobytes: bytes / 1000, requests });
}

/** The window of a page in which `timeFirst` measures. */
type Timed = Window & { firstMs?: number };

/** Time between two keys, as fast as readers type. */
const betweenKeysMs = 80;

async function typeSlowly(page: Page, query: string): Promise<void> {
  await page.locator('main [type=search]').focus();
  await page.evaluate(timeFirst, query);
  const from = performance.now();
  const keys = Array.from(query, async (key, n) => {
    // The delay is shorter after a key that took the browser long to handle.
    await delay(Math.max(0, from + n * betweenKeysMs - performance.now()));
    if (/[\x21-\x7e]/.test(key)) await page.keyboard.press(key);
    else await page.keyboard.insertText(key);
  });
  await Promise.all(keys);
}

/**
 * Runs in the page: measures the time from the last key to the first result. Clears the message of
 * an earlier search, because `isDone` waits for a message.
 */
function timeFirst(query: string): void {
  const field = document.querySelector<HTMLInputElement>('main [type=search]');
  const results = document.querySelector('[data-results]');
  const status = document.querySelector('[data-search] [role=status]');
  if (!field || !results || !status) throw new Error('The page has no search form.');
  field.addEventListener('input', () => {
    if (field.value !== query) return;
    status.textContent = '';
    const from = performance.now();
    const observer = new MutationObserver(() => {
      if (results.childElementCount > 0) (window as Timed).firstMs ??= performance.now() - from;
    });
    observer.observe(results, { childList: true, subtree: true });
  });
}

/** Runs in the page: whether the search has announced its outcome. */
function isDone(): boolean {
  const news = document.querySelector('[data-search] [role=status]')?.textContent ?? '';
  return news !== '' && !news.endsWith('…');
}

/** Runs in the page: the paths of the first results, relative to the base "/". */
function firstResults(): string[] {
  const links = document.querySelectorAll<HTMLAnchorElement>('[data-results] :is(h2, h3) a');
  return Array.from(links, ({ pathname }) => pathname.slice(1)).slice(0, 10);
}
