import type {
  Asset,
  EntryAttachment,
  EntryChange,
  ReleaseEntry,
  ReleaseSummary,
} from '../../model/content/content.ts';
import type { SiteContext } from '../../site/base/context.ts';
import { finishBody } from '../../site/base/html/body.ts';
import { paths } from '../../site/base/urls.ts';
import { standalone } from '../../site/releases/feeds/item-html.ts';
import { editedAfter } from '../../site/releases/feeds/release-item.ts';
import type { PublicHead, PublicRelease } from './program-models.ts';

/** A release as shown in `/changelog.json`. */
export function publicRelease(entry: ReleaseEntry, site: SiteContext): PublicRelease {
  const { projects, labels, urls } = site;
  const { is_pinned, excerpt, reading_minutes, contributors } = entry;
  const page = urls.absolute(paths.release(entry.slug));
  const finished = (html: string) =>
    standalone(finishBody(html, urls.absolute, site.strings), page);
  const file = (asset: Asset) => urls.absolute(paths.asset(asset.file));
  return {
    ...publicHead(entry, site),
    is_pinned,
    excerpt,
    reading_minutes,
    project: projects.get(entry.project ?? '') ?? null,
    labels: entry.labels.flatMap((id) => labels.get(id) ?? []),
    hero: hero(entry, file),
    html: finished(entry.body),
    changes: entry.changes.map(({ id, type, html }) => ({
      id,
      type: changeType(type, site),
      html: finished(html),
    })),
    attachments: entry.attachments.map((one) => attachment(one, file)),
    contributors: contributors.map(({ id, name, avatar }) => ({
      id,
      name,
      avatar_url: avatar ? file(avatar) : null,
    })),
  };
}

/** A release without body and changes, but with the URLs of its page and its Markdown. */
export function publicHead(release: ReleaseSummary, { urls }: SiteContext): PublicHead {
  const { id, slug, title, version, summary, is_pre_release, released_at } = release;
  const page = paths.release(slug);
  return {
    id,
    slug,
    title,
    version,
    summary,
    is_pre_release,
    released_at,
    updated_at: editedAfter(release) ?? null,
    url: urls.absolute(page),
    markdown_url: urls.absolute(paths.markdown(page)),
  };
}

function changeType(type: EntryChange['type'], { workspace }: SiteContext) {
  return workspace.change_types.find(({ slug }) => slug === type) ?? null;
}

function hero({ hero }: ReleaseEntry, file: (asset: Asset) => string): PublicRelease['hero'] {
  if (hero?.type === 'film') return { type: 'video', url: file(hero.asset) };
  if (hero?.type !== 'image') return hero;
  const { width = null, height = null, bytes } = hero.asset;
  return { type: 'image', url: file(hero.asset), width, height, bytes };
}

function attachment(one: EntryAttachment, file: (asset: Asset) => string) {
  const { title } = one;
  if (one.type === 'LINK') return { title, url: one.url, bytes: null };
  return { title, url: file(one.asset), bytes: one.asset.bytes };
}
