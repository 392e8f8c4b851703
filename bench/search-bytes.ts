import type { CDPSession, Page } from 'playwright-core';
import { listen } from '../src/lib/http/listen.ts';
import { createSiteServer } from '../src/serve/site-server.ts';
import { paths } from '../src/site/base/urls.ts';
import { launchBrowser } from '../test/support/chromium.ts';

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

/** @param folder a site built for the base "/" */
export async function searchCosts(
  folder: string,
  queries: readonly string[],
): Promise<SearchCost[]> {
  const { fetch } = createSiteServer({ folder });
  await using server = await listen({ fetch, port: 0 });
  const browser = await launchBrowser();
  try {
    const costs: SearchCost[] = [];
    // What compresses files for the first time has its time before.
    for (const isMeasured of [false, true])
      for (const query of queries) {
        const context = await browser.newContext();
        const page = await context.newPage();
        const cost = await costOf(`${server.url}/${paths.search()}`, query, page);
        await context.close();
        if (isMeasured) costs.push(cost);
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
  const firstMs = await page.evaluate(typeAndWait, query);
  await page.waitForFunction(() =>
    /\S/.test(document.querySelector('[data-search] [role=status]')?.textContent ?? ''),
  );
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

/** In the page: as if all was pasted, which leaves no time to load anything before the last key. */
function typeAndWait(query: string): Promise<number> {
  const field = document.querySelector<HTMLInputElement>('main [type=search]');
  const results = document.querySelector('[data-results]');
  if (!field || !results) throw new Error('There is nothing to search with.');
  return new Promise((resolve) => {
    let from = 0;
    new MutationObserver(() => resolve(performance.now() - from)).observe(results, {
      childList: true,
      subtree: true,
    });
    field.focus();
    field.value = query;
    from = performance.now();
    field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  });
}
