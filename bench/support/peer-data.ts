import type { ReleaseEntry } from '../../src/model/content/content.ts';
import { textOfHtml } from '../../src/site/base/html/sections.ts';
import { paginate } from '../../src/site/base/paginate.ts';
import { newestFirst } from '../../src/site/releases/timeline.ts';
import { type Content, readContent } from '../../src/store/read/read-content.ts';

/**
 * A release in the form that templates of other generators need; everything slow is computed in
 * advance.
 */
interface PeerRelease {
  id: string;
  slug: string;
  title: string;
  summary: string;
  version: string;
  released: string;
  /** Such as "27 July 2020". */
  day: string;
  /** The date in the format of RSS. */
  date: string;
  preRelease: boolean;
  project: string;
  projectName: string;
  labels: { slug: string; name: string }[];
  changes: { type: string; name: string; html: string }[];
  body: string;
  /** The shortened body that lists show. */
  listed: string;
  markdown: string;
  newer: { slug: string; title: string } | null;
  older: { slug: string; title: string } | null;
}

/** A page or document that shows releases: their positions in the newest-first order. */
interface Some {
  items: number[];
}

export interface PeerData {
  releases: PeerRelease[];
  /** All pages of all lists. */
  lists: (Some & { path: string; title: string; newer: string | null; older: string | null })[];
  channels: (Some & { path: string; title: string })[];
  archives: (Some & { number: number })[];
  years: (Some & { name: string })[];
}

const pageSize = 20;
const inDocument = 50;

/**
 * Reads a content folder and groups its releases into the same lists and channels as Waymark does.
 */
export async function peerData(contentDir: string): Promise<PeerData> {
  const content = await readContent(contentDir);
  const entries = newestFirst(content.releases.values());
  const releases = entries.map((entry, at) => peerRelease(entry, at, entries, content));
  const places = [...releases.keys()];
  const where = (fits: (one: PeerRelease) => boolean) =>
    places.filter((at) => fits(releases[at] as PeerRelease));
  const parts = [
    ...content.projects.map(({ slug, name }) => {
      return {
        path: `projects/${slug}/`,
        title: name,
        items: where((one) => one.project === slug),
      };
    }),
    ...content.labels.map(({ slug, name }) => {
      const items = where(({ labels }) => labels.some((label) => label.slug === slug));
      return { path: `labels/${slug}/`, title: name, items };
    }),
    ...(content.workspace?.change_types ?? []).map(({ slug, title }) => {
      const items = where(({ changes }) => changes.some(({ type }) => type === slug));
      return { path: `types/${slug}/`, title, items };
    }),
  ];
  const years = [...Map.groupBy(places, (at) => releases[at]?.released.slice(0, 4) ?? '')].map(
    ([name, items]) => ({ name, items }),
  );
  const all = { path: '', title: 'Bench', items: places };
  const preReleases = where(({ preRelease }) => preRelease);
  const listed = [
    ...[all, ...parts, { path: 'pre-releases/', title: 'Pre-releases', items: preReleases }],
    ...years.map(({ name, items }) => ({ path: `${name}/`, title: name, items })),
  ];
  const channels = [all, { ...all, path: 'all/' }, ...parts];
  const first = (one: Some) => one.items.slice(0, inDocument);
  return {
    releases,
    years,
    lists: listed.flatMap(({ path, title, items }) => pagesOf(path, title, items)),
    channels: channels.map((channel) => ({ ...channel, items: first(channel) })),
    archives: Array.from({ length: Math.ceil(places.length / inDocument) }, (_, number) => {
      return { number, items: places.slice(number * inDocument, (number + 1) * inDocument) };
    }),
  };
}

function pagesOf(path: string, title: string, items: number[]): PeerData['lists'] {
  const addressOf = (number: number | 'first' | undefined) =>
    typeof number === 'number' ? `${path}page/${number}/` : path;
  return paginate(items, pageSize).map((page) => ({
    path: addressOf(page.number),
    title,
    items: page.items,
    newer: page.newer ? addressOf(page.newer) : null,
    older: page.older ? addressOf(page.older) : null,
  }));
}

function peerRelease(
  entry: ReleaseEntry,
  at: number,
  entries: readonly ReleaseEntry[],
  { projects, labels, workspace }: Content,
): PeerRelease {
  const project = projects.find(({ id }) => id === entry.project);
  const beside = (place: number) => {
    const other = entries[place];
    return other ? { slug: other.slug, title: other.title } : null;
  };
  const types = new Map(workspace?.change_types.map(({ slug, title }) => [slug, title]));
  return {
    id: entry.id,
    slug: entry.slug,
    title: entry.title,
    summary: entry.summary ?? '',
    version: entry.version ?? '',
    released: entry.released_at,
    body: entry.body,
    day: new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' }).format(
      new Date(entry.released_at),
    ),
    date: new Date(entry.released_at).toUTCString(),
    preRelease: entry.is_pre_release,
    project: project?.slug ?? '',
    projectName: project?.name ?? '',
    labels: labels.filter(({ id }) => entry.labels.includes(id)),
    changes: entry.changes.map(({ type, html }) => {
      return { type: type ?? '', name: types.get(type ?? '') ?? '', html };
    }),
    listed: entry.body.slice(0, entry.body.lastIndexOf('<p>')),
    markdown: textOfHtml(entry.body),
    newer: beside(at - 1),
    older: beside(at + 1),
  };
}
