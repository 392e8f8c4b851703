import axe, { type Result, type RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

/** Puts axe into the page that is open. */
export async function loadAxe(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  // Past the page's policy, as a browser's tools do.
  await session.send('Runtime.evaluate', { expression: axe.source });
  await session.detach();
}

/**
 * What axe finds wrong with the page, which it was put into. Every rule runs on every element; of
 * elements that are right it tells nothing, which would take two thirds of its time.
 */
export function violationsOn(page: Page, options: RunOptions = {}): Promise<Result[]> {
  return page.evaluate(
    async (given) => {
      const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(given);
      return violations;
    },
    { ...options, resultTypes: ['violations' as const] },
  );
}
