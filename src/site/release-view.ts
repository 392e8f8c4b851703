import type {
  Asset,
  EntryAttachment,
  EntryChange,
  ReleaseEntry,
  ReleaseSummary,
} from '../model/content.ts';
import { deepenHeadings, finishBody } from './body.ts';
import { colourClass } from './colours.ts';
import type { SiteContext } from './context.ts';
import { type DateView, dateView } from './dates.ts';
import { labelViews, type TagView } from './tag-view.ts';
import { paths } from './urls.ts';

export interface AttachmentView {
  title: string;
  href: string;
  /** Such as "PNG, 93 kB"; undefined for links. */
  detail: string | undefined;
  /** What a file is called once it is saved; undefined for links. */
  saveAs: string | undefined;
}

/** A mirrored picture, with its size in pixels where it is known. */
interface PictureView {
  src: string;
  width: number | undefined;
  height: number | undefined;
}

/** A picture, a video that is the site's own or another's, or a link to a picture. */
export type HeroView =
  | ({ type: 'image' } & PictureView)
  | { type: 'video'; href: string; isOwn: boolean }
  | { type: 'link'; href: string };

export interface ReleaseView {
  href: string;
  title: string;
  version: string | null;
  project: string | undefined;
  date: DateView;
  edited: DateView | undefined;
  isPinned: boolean;
  isPreRelease: boolean;
  summary: string | null;
  /** One or two sentences of text, for meta descriptions. */
  description: string;
  minutes: number;
  hero: HeroView | undefined;
  html: string;
  changes: { type: TagView; items: string[] }[];
  labels: TagView[];
  contributors: { name: string; avatar: PictureView | undefined }[];
  attachments: AttachmentView[];
}

const oneDay = 24 * 60 * 60 * 1000;

/** A release as a page shows it. `listed` puts its headings below an h2 of its own. */
export function releaseView(entry: ReleaseEntry, site: SiteContext, listed = false): ReleaseView {
  const { urls, projects } = site;
  const html = finishBody(entry.body, urls.href, site.strings);
  return {
    href: urls.href(paths.release(entry.slug)),
    title: entry.title,
    version: entry.version,
    project: entry.project ? projects.get(entry.project)?.name : undefined,
    date: dateView(entry.released_at, site),
    edited: editedAt(entry, site),
    isPinned: entry.is_pinned,
    isPreRelease: entry.is_pre_release,
    summary: entry.summary,
    description: entry.summary ?? entry.excerpt,
    minutes: entry.reading_minutes,
    hero: heroView(entry, site),
    html: listed ? deepenHeadings(html) : html,
    changes: groupChanges(entry, site, listed),
    labels: labelViews(entry.labels, site),
    contributors: entry.contributors.map(({ name, avatar }) => ({
      name,
      avatar: avatar ? pictureView(avatar, site) : undefined,
    })),
    attachments: entry.attachments.map((one) => attachmentView(one, site)),
  };
}

/** Only an edit a day or more after the release is worth telling. */
function editedAt(entry: ReleaseSummary, site: SiteContext): DateView | undefined {
  const { released_at, updated_at } = entry;
  if (!updated_at || Date.parse(updated_at) - Date.parse(released_at) < oneDay) return undefined;
  return dateView(updated_at, site);
}

function heroView({ hero }: ReleaseEntry, site: SiteContext): HeroView | undefined {
  if (!hero) return undefined;
  if (hero.type === 'image') return { type: 'image', ...pictureView(hero.asset, site) };
  if (hero.type === 'film')
    return { type: 'video', href: site.urls.href(paths.asset(hero.asset.file)), isOwn: true };
  return hero.type === 'video'
    ? { type: 'video', href: hero.url, isOwn: false }
    : { type: 'link', href: hero.url };
}

function pictureView({ file, width, height }: Asset, { urls }: SiteContext): PictureView {
  return { src: urls.href(paths.asset(file)), width, height };
}

/** Changes by type, in the workspace's order; those without a known type last. */
function groupChanges(
  entry: ReleaseEntry,
  site: SiteContext,
  listed: boolean,
): ReleaseView['changes'] {
  const html = (change: EntryChange) => {
    const placed = finishBody(change.html, site.urls.href, site.strings);
    return listed ? deepenHeadings(placed) : placed;
  };
  const types = site.workspace.change_types;
  const known = new Set(types.map(({ slug }) => slug));
  const groups = types.map(({ slug, title, color }) => ({
    type: { name: title, colour: colourClass(color) },
    items: entry.changes.filter((change) => change.type === slug),
  }));
  groups.push({
    type: { name: site.strings.otherChanges, colour: colourClass(null) },
    items: entry.changes.filter(({ type }) => !type || !known.has(type)),
  });
  return groups
    .filter(({ items }) => items.length > 0)
    .map(({ type, items }) => ({ type, items: items.map(html) }));
}

/** An attachment as a link; sizes are in decimal kilobytes, as operating systems show them. */
export function attachmentView(attachment: EntryAttachment, site: SiteContext): AttachmentView {
  const { title } = attachment;
  if (attachment.type === 'LINK')
    return { title, href: attachment.url, detail: undefined, saveAs: undefined };
  const { file, bytes } = attachment.asset;
  const ending = file.slice(file.lastIndexOf('.'));
  const size = new Intl.NumberFormat(site.config.locale, {
    style: 'unit',
    unit: 'kilobyte',
    maximumFractionDigits: 0,
  }).format(Math.max(1, bytes / 1000));
  return {
    title,
    href: site.urls.href(paths.asset(file)),
    detail: `${ending.slice(1).toUpperCase()}, ${size}`,
    saveAs: title.endsWith(ending) ? title : `${title}${ending}`,
  };
}
