import type { ReleaseEntry, ReleaseSummary } from '../../model/content/content.ts';
import type { SiteContext } from '../../site/base/context.ts';
import { dayOf } from '../../site/base/dates.ts';
import { paths } from '../../site/base/urls.ts';
import { archivePagesOf } from '../../site/feeds/archive-pages.ts';
import type { Document } from '../../site/feeds/document.ts';
import { writeCompactJson } from '../../site/feeds/formats/json.ts';
import { fromHtml, writeMarkdown } from '../../site/feeds/markdown/markdown.ts';
import { withAbsoluteUrls } from '../../site/releases/feeds/release-item.ts';
import { newestFirst } from '../../site/releases/timeline.ts';
import type { Sources } from '../../site/roadmap/feeds/sources.ts';
import { findChanges, upgradeRelease } from './upgrade-changes.ts';
import type { IndexedStep, UpgradeDocument, UpgradeIndex } from './upgrade-data.ts';
import type { UpgradeList } from './upgrade-lists.ts';
import type { UpgradeChanges, UpgradeVersions } from './upgrade-models.ts';

// The data of each list of versions, for other programs and for the planner. For each list, one
// document has the versions in order, and further documents (archives) have the changes. Archives
// are divided by date and id, so that neither a new release nor a different order of versions
// affects archives of older releases.

export function upgradeDocuments(
  lists: readonly UpgradeList[],
  { site, readRelease }: Pick<Sources, 'site' | 'readRelease'>,
): Document[] {
  return lists.flatMap((list) => {
    const { newest, archivePages } = archivePagesOf(newestFirst(list.releases));
    const parts = [{ ...newest, name: 'newest' }, ...archivePages];
    const index = indexOf(list, parts, site);
    return [
      {
        path: paths.upgradeIndex(list.slug),
        fields: { aside: [list.name, index] },
        write: () => versionsJson(list, index, site),
      },
      ...parts.map((part) => ({
        path: paths.upgradeChanges(part.name, list.slug),
        fields: { releases: part.releases },
        // The action feed has mostly the same releases.
        group: paths.upgradeList(list.slug),
        write: async () => {
          const entries = part.releases.map(({ slug }) => readRelease(slug));
          return changesJson(await Promise.all(entries), site);
        },
      })),
    ];
  });
}

interface Part {
  name: string;
  releases: readonly ReleaseSummary[];
}

function indexOf(list: UpgradeList, parts: readonly Part[], site: SiteContext): UpgradeIndex {
  const places = new Map(
    parts.flatMap((part, place) => part.releases.map(({ id }) => [id, place] as const)),
  );
  return {
    order: list.by,
    documents: parts.map(({ name }) => site.urls.href(paths.upgradeChanges(name, list.slug))),
    releases: list.releases.map((one) => indexedStep(one, places.get(one.id) ?? 0, site)),
  };
}

function versionsJson(list: UpgradeList, index: UpgradeIndex, { urls }: SiteContext): string {
  return writeCompactJson({
    $schema: urls.absolute(paths.jsonSchema('upgrade')),
    title: list.name,
    url: urls.absolute(paths.upgradeList(list.slug)),
    ...index,
  } satisfies UpgradeVersions);
}

function indexedStep(release: ReleaseSummary, document: number, site: SiteContext): IndexedStep {
  const { slug, version, title, is_pre_release } = release;
  return { slug, version, title, is_pre_release, day: dayOf(release, site), document };
}

function changesJson(entries: readonly ReleaseEntry[], site: SiteContext): string {
  const document: UpgradeDocument = {
    releases: entries.map((one) => releaseForPrograms(one, site)),
  };
  const $schema = site.urls.absolute(paths.jsonSchema('upgrade-changes'));
  return writeCompactJson({ $schema, ...document } satisfies UpgradeChanges);
}

function releaseForPrograms(
  entry: ReleaseEntry,
  site: SiteContext,
): UpgradeDocument['releases'][number] {
  const found = findChanges(entry, site);
  const whole = upgradeRelease(entry, withAbsoluteUrls(site), found).changes;
  const release = upgradeRelease(entry, site, found);
  const changes = release.changes.map((change, place) => ({
    ...change,
    markdown: writeMarkdown(fromHtml(whole[place]?.html ?? '', 0, `${entry.slug}-`)).trim(),
  }));
  return { ...release, changes };
}
