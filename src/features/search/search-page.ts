import type { MilestoneEntry, ReleaseEntry, ReleaseSummary } from '../../model/content/content.ts';
import type { SiteContext } from '../../site/base/context.ts';
import { type DateView, dateView } from '../../site/base/dates.ts';
import { sections, textOfHtml } from '../../site/base/html/sections.ts';
import { fold } from '../../site/base/kind-words.ts';
import { kindOfName } from '../../site/base/named-kinds.ts';
import { displayName } from '../../site/base/release-name.ts';
import { paths } from '../../site/base/urls.ts';
import { groupedChanges } from '../../site/releases/changes.ts';
import { attachmentsAnchor, attachmentTitle } from '../../site/releases/release-view.ts';

/** A part of a page that a result can link to. */
export interface SearchPlace {
  /** Id of the element to link to; omitted for the top of the page. */
  anchor?: string;
  heading?: string;
  text: string;
  /** Slug of the change's type, if any. */
  type?: string;
  /** Whether it is about dependencies or other upkeep, where a match counts less. */
  isUpkeep?: true;
}

/** The data of a release or milestone that the index and the results use. */
export interface SearchPage {
  href: string;
  title: string;
  version?: string;
  date?: DateView;
  project?: string;
  /** For a milestone: the word for the roadmap and the milestone's status. */
  status?: string;
  /** Names of the page's project and labels. */
  names: string[];
  /** The page's project and labels by kind and slug, such as `project:web`. */
  filters: string[];
  /** Parts of the page in order: start, sections, changes. */
  places: SearchPlace[];
  /** Releases with equal `of` are the candidates of one version, and the version itself. */
  series?: { of: string; isFinal: boolean };
}

export function releasePage(entry: ReleaseEntry, site: SiteContext): SearchPage {
  const titles = new Map(site.workspace.change_types.map(({ slug, title }) => [slug, title]));
  const changes = groupedChanges(entry, site.workspace.change_types).flatMap(
    ({ type, changes }): SearchPlace[] => {
      const upkeep = isUpkeep(titles.get(type ?? '') ?? '', site) && { isUpkeep: true as const };
      return changes.map(({ html, anchor }) => {
        return { anchor, text: textOfHtml(html), ...(type && { type }), ...upkeep };
      });
    },
  );
  return {
    ...named(entry, site),
    // The same title as in lists, such as "Vue 3.5.41" for "v3.5.41".
    title: displayName(entry, site).title,
    href: site.urls.href(paths.release(entry.slug)),
    ...(entry.version && { version: entry.version }),
    date: dateView(entry, site),
    places: [...bodyPlaces(entry.body, site, entry.summary), ...changes, ...attached(entry, site)],
    ...seriesOf(entry),
  };
}

export function milestonePage(entry: MilestoneEntry, site: SiteContext): SearchPage {
  return {
    ...named(entry, site),
    href: site.urls.href(paths.milestone(entry.slug)),
    status: [site.strings.roadmap, entry.status].filter(Boolean).join(' · '),
    places: [...bodyPlaces(entry.body, site), ...attached(entry, site)],
  };
}

function named(
  { title, project: id, labels }: Pick<ReleaseSummary, 'title' | 'project' | 'labels'>,
  site: SiteContext,
): Pick<SearchPage, 'title' | 'project' | 'names' | 'filters'> {
  const project = site.projects.get(id ?? '');
  const known = labels.flatMap((label) => site.labels.get(label) ?? []);
  return {
    title,
    ...(project && { project: project.name }),
    names: [...(project ? [project] : []), ...known].map(({ name }) => name),
    filters: [
      ...(project ? [`project:${project.slug}`] : []),
      ...known.map(({ slug }) => `label:${slug}`),
    ],
  };
}

function bodyPlaces(body: string, site: SiteContext, summary: string | null = null): SearchPlace[] {
  // The sign shows in excerpts where an item begins.
  const [start, ...headed] = sections(body.replace(/<li\b[^>]*>/g, '$&• '));
  return [
    { text: [summary, start?.text].filter(Boolean).join(' ') },
    ...headed.map(({ heading, anchor, text }) => {
      const upkeep = isUpkeep(heading, site) && { isUpkeep: true as const };
      return { ...(anchor && { anchor }), heading, text, ...upkeep };
    }),
  ];
}

function isUpkeep(title: string, site: SiteContext): boolean {
  return kindOfName(fold(title), site) === 'rest';
}

/** The titles of the attachments, which often have words such as "SBOM" that no text has. */
function attached(
  { attachments }: Pick<ReleaseEntry, 'attachments'>,
  site: SiteContext,
): SearchPlace[] {
  if (attachments.length === 0) return [];
  const titles = attachments.map((one) => attachmentTitle(one, site));
  const heading = site.strings.attachments;
  return [{ anchor: attachmentsAnchor, heading, text: titles.join(' · ') }];
}

/** The project and final version of a release that is a pre-release or its final version. */
function seriesOf({ project, version }: ReleaseEntry): Pick<SearchPage, 'series'> {
  const [, final, stage] = /^v?(\d+(?:\.\d+)+)(-?[a-z][\w.-]*)?$/i.exec(version ?? '') ?? [];
  return final === undefined ? {} : { series: { of: `${project} ${final}`, isFinal: !stage } };
}
