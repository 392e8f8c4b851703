import { paths } from '../../site/base/urls.ts';
import type { Document } from '../../site/feeds/document.ts';
import { historyDocuments } from '../../site/releases/feeds/history-documents.ts';
import { withAbsoluteUrls } from '../../site/releases/feeds/release-item.ts';
import { newestFirst } from '../../site/releases/timeline.ts';
import { byLastMove } from '../../site/roadmap/feeds/roadmap-feed.ts';
import type { Sources } from '../../site/roadmap/feeds/sources.ts';
import { milestoneLogs } from '../../site/roadmap/milestone-log.ts';
import { changelogMarkdown, llms, llmsFull } from './llms-txt.ts';

/** `/changelog.md` and its archives, `/llms.txt` and `/llms-full.txt`. */
export function markdownDocuments(sources: Sources): Document[] {
  return [
    ...historyDocuments(sources, paths.changelogMarkdown, (entries, older) =>
      changelogMarkdown(entries, older, sources.site),
    ),
    ...languageDocuments(sources),
  ];
}

function languageDocuments(sources: Sources): Document[] {
  const { site, releases, readRelease, readMilestone } = sources;
  const { feedItems, show } = site.config;
  const newest = newestFirst(releases).slice(0, feedItems);
  const planned = show.roadmap ? byLastMove(sources.milestones) : [];
  const logOf = milestoneLogs(sources.moves, sources.shipping, withAbsoluteUrls(site));
  return [
    { path: paths.llms(), write: () => llms(newest, planned, site) },
    {
      path: paths.llmsFull(),
      fields: { releases: newest, milestones: planned, aside: planned.map(logOf) },
      write: async () =>
        llmsFull(
          await Promise.all(newest.map(({ slug }) => readRelease(slug))),
          await Promise.all(planned.map(({ slug }) => readMilestone(slug))),
          logOf,
          site,
        ),
    },
  ];
}
