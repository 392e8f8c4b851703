import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { CDPSession, Page } from 'playwright-core';
import { listen } from '../src/lib/http/listen.ts';
import { createSiteServer } from '../src/publish/serve/site-server.ts';
import { buildFolder } from '../src/render/build-folder.ts';
import { textOfHtml } from '../src/site/base/html/sections.ts';
import { paths } from '../src/site/base/urls.ts';
import { launchBrowser } from '../test/support/chromium.ts';
import { randomFrom } from '../test/support/random-from.ts';
import { sourcesOf } from './support/sources.ts';
import { rewriteTexts } from './support/zipf-texts.ts';

/** What searches of a built site cost their readers, each in a browser that has only the page. */
export interface SearchCost {
  query: string;
  /** Of all that was loaded after the page, as it was sent. */
  kilobytes: number;
  /** From the last key to the first result, at 10 Mbit/s and 50 ms. */
  firstMs: number;
}

const network = {
  offline: false,
  latency: 50,
  downloadThroughput: 10_000_000 / 8,
  uploadThroughput: 10_000_000 / 8,
};

/**
 * Gives a content folder texts with thousands of words, builds it, and searches it for words that
 * stand in it.
 */
export async function benchSearchCosts(folder: string, contentDir: string): Promise<SearchCost[]> {
  rewriteTexts(contentDir);
  const outDir = join(folder, 'search-site');
  const site = { siteUrl: 'https://bench.example', basePath: '/' };
  await buildFolder({ contentDir, outDir, ...site });
  return searchCosts(outDir, await drawnQueries(contentDir, 100));
}

/** Up to three words of three letters or more, as they follow each other in a release. */
async function drawnQueries(contentDir: string, count: number): Promise<string[]> {
  const { releases } = await sourcesOf(contentDir);
  const random = randomFrom(count);
  return Array.from({ length: count }, () => {
    const body = releases[Math.floor(random() * releases.length)]?.body ?? '';
    const words = textOfHtml(body).match(/\p{L}{3,}/gu) ?? [];
    const from = Math.floor(random() * (words.length - 3));
    return words.slice(from, from + 1 + Math.floor(random() * 3)).join(' ');
  });
}

/** @param folder a site built for the base "/" */
async function searchCosts(folder: string, queries: readonly string[]): Promise<SearchCost[]> {
  const { fetch } = createSiteServer({ folder });
  await using server = await listen({ fetch, port: 0 });
  const browser = await launchBrowser();
  try {
    const costs: SearchCost[] = [];
    for (const query of queries) {
      const context = await browser.newContext();
      const page = await context.newPage();
      costs.push(await costOf(`${server.url}/${paths.search()}`, query, page));
      await context.close();
    }
    return costs;
  } finally {
    await browser.close();
  }
}

async function costOf(address: string, query: string, page: Page): Promise<SearchCost> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', network);
  await page.goto(address, { waitUntil: 'networkidle' });
  const loaded = bytesFrom(session);
  const firstMs = await typeAndWait(page, query);
  await page.waitForFunction(isTold);
  await page.waitForLoadState('networkidle');
  return { query, kilobytes: loaded() / 1000, firstMs };
}

function bytesFrom(session: CDPSession): () => number {
  let bytes = 0;
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  return () => bytes;
}

/** In milliseconds: as fast as readers type. */
const betweenKeys = 80;

/** Types a query, and gives how long after its last key something was found. */
async function typeAndWait(page: Page, query: string): Promise<number> {
  await page.locator('main [type=search]').focus();
  const first = page.evaluate(firstAfterLastKey, query);
  const from = performance.now();
  const keys = Array.from(query, async (sign, n) => {
    // Not so long after the one before, which the browser may take a while for.
    await delay(Math.max(0, from + n * betweenKeys - performance.now()));
    await page.keyboard.press(sign === ' ' ? 'Space' : sign);
  });
  await Promise.all(keys);
  return first;
}

/** In the page. */
function firstAfterLastKey(query: string): Promise<number> {
  const field = document.querySelector<HTMLInputElement>('main [type=search]');
  const results = document.querySelector('[data-results]');
  if (!field || !results) throw new Error('There is nothing to search with.');
  return new Promise((resolve) => {
    field.addEventListener('input', () => {
      if (field.value !== query) return;
      const from = performance.now();
      const observer = new MutationObserver(() => resolve(performance.now() - from));
      observer.observe(results, { childList: true, subtree: true });
    });
  });
}

/** In the page: whether the search said how it went. */
function isTold(): boolean {
  return /\d/.test(document.querySelector('[data-search] [role=status]')?.textContent ?? '');
}
