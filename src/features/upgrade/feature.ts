import { latest } from '../../site/base/newest.ts';
import { paths } from '../../site/base/urls.ts';
import { versionOf } from '../../site/base/versions.ts';
import { schemaDocument } from '../../site/releases/feeds/machine-readable.ts';
import type { Feature } from '../feature.ts';
import { actionDocuments, actionSubscription } from './action-feeds.ts';
import { sincePages } from './since.ts';
import { upgradeDocuments } from './upgrade-documents.ts';
import { type UpgradeList, upgradeListOf, upgradeLists } from './upgrade-lists.ts';
import { UpgradeChanges, UpgradeVersions } from './upgrade-models.ts';

// Other files that use this feature: `src/pages/_places/ChangelogTools.astro` (`PlannerLink`) and
// `src/pages/_places/ReleaseVersion.astro` (`UpgradeFromHere`).

/**
 * The upgrade planner, and pages with all changes since each version. Its plan contains the lists
 * of versions.
 */
export const upgrade: Feature<readonly UpgradeList[]> = {
  name: 'upgrade',
  isOn: ({ show }) => show.upgrade,
  routes: ['upgrade/[...index].astro', 'upgrade/[...since].astro', 'upgrade/[list].astro'],
  plan: ({ releases, site }) => upgradeLists(releases, site),
  // If no release has a version, the planner is of little use, so its link moves to the footer.
  links: ({ strings }, releases) => [
    {
      place: releases.some((release) => versionOf(release)) ? 'header' : 'footer',
      key: 'upgrade',
      path: paths.upgrade(),
      text: strings.upgrade.title,
    },
  ],
  documents: (core, lists) => [
    ...upgradeDocuments(lists, core),
    ...actionDocuments(lists, core),
    schemaDocument('upgrade', UpgradeVersions, core.site),
    schemaDocument('upgrade-changes', UpgradeChanges, core.site),
  ],
  feeds: ({ site }, lists) => [
    {
      title: site.strings.feeds.action,
      text: site.strings.feeds.actionText,
      feeds: lists.map((one) => actionSubscription(one, site)),
    },
  ],
  repeatedPages: (_, lists) =>
    lists.flatMap(({ slug: list, releases }) =>
      sincePages(releases).map(({ release }) => paths.upgradeSince(release.slug, list)),
    ),
  sitePages: ({ releases, site }) => {
    const lists = Map.groupBy(releases, (one) => upgradeListOf(one, site));
    if (lists.size === 0) return [];
    return [
      { path: paths.upgrade(), lastModified: undefined },
      ...[...lists].map(([slug, all]) => ({
        path: paths.upgradeList(slug),
        lastModified: latest(all.map(({ released_at }) => released_at)),
      })),
    ];
  },
};
