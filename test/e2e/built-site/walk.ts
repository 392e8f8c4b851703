import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import type { Strings } from '../../../src/site/base/strings/shape.ts';
import type { Reader } from '../../support/reader.ts';

/** How a reader follows a link, and whether scripts are enabled. */
export interface Manner {
  follow(link: Locator): Promise<void>;
  scripts: boolean;
}

export const byPointer = (scripts: boolean): Manner => ({
  follow: (link) => link.click(),
  scripts,
});

/**
 * Presses Tab until the link has the focus, then Enter, so the test fails if a link cannot be
 * reached.
 */
export const byKeyboard: Manner = {
  follow: async (link) => {
    const page = link.page();
    // Looking the element up again after every key would be slow.
    const found = await link.elementHandle();
    for (let presses = 0; presses < 600; presses += 1) {
      if (await found?.evaluate((element) => element === document.activeElement)) {
        await page.keyboard.press('Enter');
        return;
      }
      await page.keyboard.press('Tab');
    }
    throw new Error(`The keyboard does not reach ${link}.`);
  },
  scripts: true,
};

/**
 * A reader's path: home → second page → a release → the release before → a label → a search for a
 * word in a change → the change → roadmap → a filter → a milestone.
 */
export async function walk({ page, url }: Reader, words: Strings, manner: Manner): Promise<void> {
  const main = page.getByRole('main');
  const menu = page.getByRole('navigation', { name: words.main });
  const follow = async (link: Locator, address: RegExp) => {
    await manner.follow(link);
    await page.waitForURL(address);
  };

  await page.goto(url);
  await follow(main.getByRole('link', { name: words.older }), /\/page\/\d+\/$/);
  await follow(
    main.getByRole('article').first().getByRole('heading').getByRole('link').first(),
    /\/releases\//,
  );
  await follow(main.locator('.pager-older'), /\/releases\//);
  await follow(main.locator('.entry-footer .tags a').first(), /\/labels\//);
  expect(await main.locator('.listed').count()).toBeGreaterThan(0);

  if (manner.scripts) await search(page, words, manner);

  await follow(menu.getByRole('link', { name: words.roadmap }), /\/roadmap\/$/);
  const filters = main.locator('details[data-facet]').first();
  await manner.follow(filters.locator('summary'));
  const filter = filters.getByRole('link').nth(1);
  await follow(filter, /\/roadmap\/.+/);
  await follow(
    main.getByRole('heading', { level: 3 }).getByRole('link').first(),
    /\/roadmap\/[^/?]+\/$/,
  );
  expect(await main.getByRole('heading', { level: 1 }).count()).toBe(1);
}

const word = 'marmalade12x1';

async function search(page: Reader['page'], words: Strings, { follow }: Manner): Promise<void> {
  const menu = page.getByRole('navigation', { name: words.main });
  await follow(menu.getByRole('link', { name: words.search }));
  await page.waitForURL(/\/search\/$/);
  await page.getByRole('searchbox').focus();
  await page.keyboard.type(word);
  const hit = page
    .getByRole('main')
    .getByRole('link')
    .filter({ has: page.locator('mark', { hasText: word }) });
  await hit.first().waitFor();
  await follow(hit.first());
  await page.waitForURL(/\/releases\/plain-12\/#change-[0-9a-f]{8}$/);
  const change = page.locator(':target');
  expect(await change.textContent()).toContain(word);
  await change.waitFor({ state: 'visible' });
}
