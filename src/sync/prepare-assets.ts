import type { Root } from 'hast';
import { oneLine } from '../lib/text.ts';
import type { Asset, EntryAttachment, EntryContributor, ReleaseEntry } from '../model/content.ts';
import type { AttachmentRow, ContributorRow, HeroRow } from '../model/rows.ts';
import { linkPictures } from './html/link-pictures.ts';
import { pictureSources } from './html/parse-body.ts';
import type { RenderOptions } from './html/render-body.ts';
import type { Mirror } from './mirror.ts';
import { webAddress } from './web-address.ts';

// Takes what of a row refers to pictures and files; gives the same with copies in their place.
// What has no copy is linked where the mirror says so, and is left out otherwise.

/** Mirrors a body's pictures; gives what it is to be rendered with. */
export async function placePictures(
  tree: Root,
  { mirror, base }: { mirror: Mirror; base: URL | undefined },
): Promise<RenderOptions> {
  const pictures = new Map<string, Asset>();
  const links = new Map<string, string>();
  for (const source of pictureSources(tree)) {
    // A path from the root is the API's own; anything else relative starts from the workspace's page.
    const address = source.startsWith('/') ? source : (URL.parse(source, base)?.href ?? '');
    if (!address) continue;
    const asset = await mirror.fetch(address, 'picture');
    const link = mirror.link(address);
    if (asset) pictures.set(source, asset);
    else if (link) links.set(source, link);
  }
  linkPictures(tree, links);
  return { pictures, base };
}

export async function prepareHero(hero: HeroRow, mirror: Mirror): Promise<ReleaseEntry['hero']> {
  if (hero.type === 'video') return prepareVideo(hero.url, mirror);
  const asset = await mirror.fetch(hero.url, 'picture');
  if (asset) return { type: 'image', asset };
  const url = mirror.link(hero.url);
  return url ? { type: 'link', url } : null;
}

/** Most addresses are those of a player's page, which is none to copy. */
async function prepareVideo(address: string, mirror: Mirror): Promise<ReleaseEntry['hero']> {
  const isFile = /\.(?:mp4|m4v|webm)(?:$|[?#])/i.test(address);
  const asset = isFile ? await mirror.fetch(address, 'video') : undefined;
  if (asset) return { type: 'film', asset };
  const url = webAddress(address) ?? mirror.link(address);
  return url ? { type: 'video', url } : null;
}

/** Files come as copies to be saved, links as they are. */
export async function prepareAttachments(
  rows: readonly AttachmentRow[],
  mirror: Mirror,
): Promise<EntryAttachment[]> {
  const prepared = await Promise.all(rows.map((row) => prepareAttachment(row, mirror)));
  return prepared.flatMap((one) => one ?? []);
}

async function prepareAttachment(
  { type, content }: AttachmentRow,
  mirror: Mirror,
): Promise<EntryAttachment | undefined> {
  if (type !== 'FILE' && type !== 'LINK') return undefined;
  const title = oneLine(content.title ?? '');
  const asset = type === 'FILE' ? await mirror.fetch(content.url, 'file') : undefined;
  if (asset) return { type: 'FILE', title: title || asset.file, asset };
  const url = type === 'FILE' ? mirror.link(content.url) : webAddress(content.url);
  return url ? { type: 'LINK', title: title || new URL(url).host, url } : undefined;
}

export function prepareContributors(
  rows: readonly ContributorRow[],
  mirror: Mirror,
): Promise<EntryContributor[]> {
  const prepared = rows.map(async ({ id, name, avatar_url }) => {
    const avatar = avatar_url ? await mirror.fetch(avatar_url, 'avatar') : undefined;
    return { id, name: oneLine(name), avatar: avatar ?? null };
  });
  return Promise.all(prepared);
}
