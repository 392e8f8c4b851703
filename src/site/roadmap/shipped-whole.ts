import type { MilestoneListing, ReleaseListing } from '../../model/content/content.ts';
import { paths } from '../base/urls.ts';
import type { Moved } from '../shell/head/redirects.ts';

/**
 * Takes milestones off the roadmap that have the name of a public release. Their addresses lead to
 * the release.
 */
export function takeOffShipped(
  milestones: readonly MilestoneListing[],
  releases: readonly ReleaseListing[],
): { milestones: MilestoneListing[]; shipped: Moved[] } {
  const slugs = new Map(releases.map(({ id, slug }) => [id, slug]));
  const shipped = milestones.flatMap((one) => {
    const slug = slugs.get(one.release_id ?? '');
    return slug === undefined ? [] : [{ one, to: paths.release(slug) }];
  });
  const off = new Set(shipped.map(({ one }) => one));
  return {
    milestones: milestones.filter((one) => !off.has(one)),
    shipped: shipped.map(({ one, to }) => ({ from: paths.milestone(one.slug), to })),
  };
}
