import { readFileSync } from 'node:fs';
import type axe from 'axe-core';
import type { Result, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

/** The browser compiles it anew for every page, which takes half as long minified. */
const expression = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** Loads axe into the open page. */
export async function loadAxe(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  // The page's Content Security Policy does not apply to code that is evaluated by the DevTools
  // protocol.
  await session.send('Runtime.evaluate', { expression });
  await session.detach();
}

/**
 * Runs all rules of axe on a page that it was loaded into, and returns the violations. Collecting
 * passed checks too would take three times as long.
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
