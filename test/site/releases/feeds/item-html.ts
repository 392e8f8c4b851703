import { expect } from 'vitest';
import type { ReleaseEntry } from '../../../../src/model/content/content.ts';
import { releaseItem } from '../../../../src/site/releases/feeds/release-item.ts';
import { releaseEntry } from '../../../support/entries.ts';
import { prepared } from '../../../sync/prepare/html/as-release.ts';
import { addressesIn } from '../../feeds/html.ts';
import { siteContext } from '../../site.ts';

/** The HTML of a release in a feed. */
export const htmlOf = (over: Partial<ReleaseEntry>, site = siteContext()) =>
  releaseItem(releaseEntry('a', over), site).html;

/** Expects that items with these bodies have only absolute URLs. */
export async function expectAbsolute(bodies: readonly string[]): Promise<void> {
  for (const source of bodies) {
    const { body, change } = await prepared(`${source}<a href="#x">in</a><a href="y">out</a>`);
    const html = htmlOf({ body, changes: [{ type: 'new', html: change }] });
    expect(addressesIn(html).filter((one) => !/^(?:https?|mailto):/.test(one))).toEqual([]);
  }
}
