import { allIssuesTitle, codeChangesTitle } from '../../model/content/code-changes.ts';
import type {
  EntryAttachment,
  EntryContributor,
  ReleaseEntry,
  ReleaseSummary,
} from '../../model/content/content.ts';
import { colourClass } from '../base/colours.ts';
import type { SiteContext, SiteFrame } from '../base/context.ts';
import { type DateView, dateView, dayOf } from '../base/dates.ts';
import { finishBody } from '../base/html/body.ts';
import { heroView, pictureView } from '../base/picture-view.ts';
import { labelViews, type TagView } from '../base/tag-view.ts';
import { paths } from '../base/urls.ts';
import { groupedChanges, type PlacedChange } from './changes.ts';

export type AttachmentView = ReturnType<typeof attachmentView>;

/** Changes of one type. Each change has an id, which is an anchor on the release's own page. */
export interface ChangesView {
  /** Slug of the type; null for unknown types. */
  slug: string | null;
  type: TagView;
  items: PlacedChange[];
}

export type ReleaseView = ReturnType<typeof releaseView>;

const oneDay = 24 * 60 * 60 * 1000;

/** More contributors than this are counted before their names. */
const maxUncounted = 8;

/** A whole release, as the release's own page shows it. */
export function releaseView(entry: ReleaseEntry, site: SiteContext) {
  const { urls, strings, config } = site;
  const project = entry.project ? site.projects.get(entry.project) : undefined;
  return {
    href: urls.href(paths.release(entry.slug)),
    markdownHref: urls.href(paths.markdown(paths.release(entry.slug))),
    editHref: entry.edit_url,
    title: entry.title,
    version: entry.version,
    project: project?.name,
    projectHref: project && urls.href(paths.project(project.slug)),
    date: dateView(entry, site),
    edited: editedAt(entry, site),
    isPinned: entry.is_pinned,
    isPreRelease: entry.is_pre_release,
    summary: entry.summary,
    // One or two sentences, for meta descriptions.
    description: entry.summary ?? entry.excerpt,
    // Undefined if the site shows no reading times, or the release is short.
    minutes:
      config.show.readingTime && entry.reading_minutes > 2 ? entry.reading_minutes : undefined,
    hero: entry.hero ? heroView(entry.hero, entry, site) : undefined,
    html: finishBody(entry.body, urls.href, strings),
    changes: changesView(entry, site),
    labels: labelViews(entry.labels, site),
    contributors: config.show.contributors
      ? entry.contributors.map((one) => contributorView(one, site))
      : [],
    by:
      entry.contributors.length > maxUncounted
        ? strings.byPeople(entry.contributors.length)
        : strings.by,
    attachments: entry.attachments.map((one) => attachmentView(one, site)),
  };
}

/**
 * The time of the last edit, if it was a day or more after the release, or on a later day if its
 * source gave a day. Earlier edits are not shown.
 */
function editedAt(entry: ReleaseSummary, site: SiteContext): DateView | undefined {
  const { released_at, updated_at, updated_on } = entry;
  if (!updated_at) return undefined;
  const isLater = updated_on
    ? updated_on > dayOf(entry, site)
    : Date.parse(updated_at) - Date.parse(released_at) >= oneDay;
  return isLater ? dateView({ at: updated_at, on: updated_on }, site) : undefined;
}

function contributorView({ name, avatar }: EntryContributor, site: SiteContext) {
  return { name, avatar: avatar ? pictureView(avatar, site) : undefined };
}

function changesView(entry: ReleaseEntry, site: SiteContext): ChangesView[] {
  const { workspace, strings, urls } = site;
  const types = new Map(workspace.change_types.map((type) => [type.slug, type]));
  return groupedChanges(entry, workspace.change_types).map(({ type, changes }) => {
    return {
      slug: type,
      type: typeView(types.get(type ?? ''), site),
      items: changes.map((change) => ({
        ...change,
        html: finishBody(change.html, urls.href, strings),
      })),
    };
  });
}

/** All changes of unknown types have the same title and no archive. */
function typeView(
  type: SiteContext['workspace']['change_types'][number] | undefined,
  { strings, urls }: SiteContext,
): TagView {
  if (!type) return { name: strings.otherChanges, colour: colourClass(null) };
  const { title, color, slug } = type;
  return { name: title, colour: colourClass(color), href: urls.href(paths.type(slug)) };
}

/**
 * `detail` is the type and size of a file, such as "PNG, 93 kB"; `saveAs` is the name of the
 * download.
 */
export function attachmentView(attachment: EntryAttachment, site: SiteContext) {
  const title = attachmentTitle(attachment, site);
  if (attachment.type === 'LINK') {
    const { host } = new URL(attachment.url);
    return {
      title,
      href: attachment.url,
      detail: undefined,
      // Not shown if the title of the link names its host.
      host: title.endsWith(host) ? undefined : host,
      saveAs: undefined,
    };
  }
  const { file, bytes } = attachment.asset;
  const ending = file.slice(file.lastIndexOf('.'));
  return {
    title,
    href: site.urls.href(paths.asset(file)),
    detail: `${ending.slice(1).toUpperCase()}, ${fileSize(bytes, site)}`,
    host: undefined,
    saveAs: title.endsWith(ending) ? title : `${title}${ending}`,
  };
}

/** The id of the list of attachments on the page of a release or milestone. */
export const attachmentsAnchor = 'attachments';

/**
 * The title of an attachment. Many tools name each link "Release on GitHub". If such a link points
 * to another host, the title names that host.
 */
export function attachmentTitle(
  attachment: EntryAttachment,
  { strings }: Pick<SiteFrame, 'strings'>,
): string {
  const { title } = attachment;
  if (attachment.type !== 'LINK') return title;
  if (title === codeChangesTitle) return strings.codeChanges;
  if (title === allIssuesTitle) return strings.allIssues;
  const { host } = new URL(attachment.url);
  if (host.includes('github')) return title;
  return title.replace(/(?<=^|\s)GitHub$/, host === 'codeberg.org' ? 'Codeberg' : host);
}

/**
 * A size such as "93 kB" or "4.2 MB". Units are decimal, as in most operating systems, and the size
 * is at least 1 kB.
 */
function fileSize(bytes: number, { config }: Pick<SiteFrame, 'config'>): string {
  const isLarge = bytes >= 999_500;
  const format = new Intl.NumberFormat(config.locale, {
    style: 'unit',
    unit: isLarge ? 'megabyte' : 'kilobyte',
    maximumFractionDigits: isLarge ? 1 : 0,
  });
  return format.format(isLarge ? bytes / 1_000_000 : Math.max(1, bytes / 1000));
}
