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
  const slugOf = ({ release_id }: MilestoneListing) => slugs.get(release_id ?? '') ?? '';
  return {
    milestones: milestones.filter((one) => !slugOf(one)),
    shipped: milestones
      .filter(slugOf)
      .map((one) => ({ from: paths.milestone(one.slug), to: paths.release(slugOf(one)) })),
  };
}
