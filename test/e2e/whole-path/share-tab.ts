import { afterAll } from 'vitest';
import type { Reader } from '../../support/reader.ts';

type Tab = Pick<Reader, 'page' | 'url' | 'troubles'>;

/**
 * Shares one tab of a site between the tests of a file, because opening a tab takes more processor
 * time than opening a page. Tests that store something in the browser, or change its clock or its
 * requests, need a tab of their own.
 * @param openTab opens the tab when the first test needs it
 * @returns a function that opens a page by its path and clears the tab's troubles
 */
export function shareTab(openTab: () => Promise<Reader>): (path: string) => Promise<Tab> {
  let opened: Promise<Reader> | undefined;
  afterAll(async () => {
    await (await opened)?.[Symbol.asyncDispose]();
  });
  return async (path) => {
    opened ??= openTab();
    const tab = await opened;
    // Leaving the page of the test before ends its requests.
    await tab.page.goto('about:blank');
    tab.troubles.length = 0;
    await tab.page.goto(tab.url + path);
    return tab;
  };
}
