import type { ReleaseSummary } from '../../model/content/content.ts';
import { direction, type SiteContext } from '../../site/base/context.ts';
import { fullName } from '../../site/base/release-name.ts';
import { paths } from '../../site/base/urls.ts';
import type { Document } from '../../site/feeds/document.ts';
import { writeJson } from '../../site/feeds/formats/json.ts';
import { documentHead } from '../../site/releases/feeds/machine-readable.ts';
import { newestFirst } from '../../site/releases/timeline.ts';
import type { Sources } from '../../site/roadmap/feeds/sources.ts';
import type { NewsDocument } from './news-models.ts';

/**
 * More releases than a list shows (10), so that a list filtered by label or type still has entries.
 */
const maxItems = 50;

/** `/news.json`, and a `news.json` in the folder of each project that has stable releases. */
export function newsDocuments({ site, releases }: Pick<Sources, 'site' | 'releases'>): Document[] {
  const stable = newestFirst(releases).filter(({ is_pre_release }) => !is_pre_release);
  const byProject = Map.groupBy(stable, ({ project }) => project);
  const ofProjects = [...site.projects.values()].flatMap(({ id, slug }) => {
    const own = byProject.get(id);
    return own ? [document(paths.project(slug), own, site)] : [];
  });
  return [document(paths.home(), stable, site), ...ofProjects];
}

/** @param page path of the page in whose folder the document is stored */
function document(page: string, all: readonly ReleaseSummary[], site: SiteContext): Document {
  const newest = all.slice(0, maxItems);
  const older = all.length > newest.length;
  return {
    path: paths.news(page),
    fields: { releases: newest, aside: [older] },
    write: () => newsJson(page, newest, older, site),
  };
}

function newsJson(
  page: string,
  newest: readonly ReleaseSummary[],
  older: boolean,
  site: SiteContext,
): string {
  const { title, unread, isNew, nothing, all } = site.strings.news;
  return writeJson({
    ...documentHead('news', site),
    url: site.urls.absolute(page),
    language: site.config.locale,
    direction: direction(site),
    words: { title, unread: unread.forms, isNew, nothing, all },
    older,
    releases: newest.map((one) => newsItem(one, site)),
  } satisfies NewsDocument);
}

function newsItem(release: ReleaseSummary, site: SiteContext) {
  const { urls, projects, labels, workspace } = site;
  const { slug, version, released_at, released_on, project, changes } = release;
  const known = new Set<string | null>(workspace.change_types.map(({ slug }) => slug));
  const types = new Set(changes.flatMap(({ type }) => (type && known.has(type) ? type : [])));
  return {
    title: fullName(release, site),
    url: urls.absolute(paths.release(slug)),
    version,
    released_at,
    ...(released_on && { released_on }),
    project: projects.get(project ?? '')?.name ?? null,
    labels: release.labels.flatMap((id) => labels.get(id)?.slug ?? []),
    types: [...types],
  };
}
