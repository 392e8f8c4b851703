import type { Root } from 'hast';
import { oneLine } from '../../lib/text/text.ts';
import { webAddress } from '../../lib/text/web-address.ts';
import type { AttachmentRow, ContributorRow, HeroRow } from '../../model/api/rows.ts';
import {
  type Asset,
  assetScheme,
  type EntryAttachment,
  type EntryContributor,
  type ReleaseEntry,
} from '../../model/content/content.ts';
import type { EntryAssets } from './assets/mirror.ts';
import type { PrepareOptions } from './context.ts';
import { linkPictures } from './html/media/link-pictures.ts';
import { players } from './html/media/players.ts';
import { listSources } from './html/parse/elements.ts';
import type { RenderBodyOptions } from './html/render-body.ts';

// Replaces addresses of pictures and files with those of their copies. If there is no copy, the
// original is linked or, if the mirror does not allow a link, left out.

/** Mirrors the pictures, videos and recordings of a body. Returns the options to render it with. */
export async function placeMedia(tree: Root, options: PrepareOptions): Promise<RenderBodyOptions> {
  const { base, notes } = options;
  const pictures = await placePictures(tree, options);
  return { pictures, players: await findPlayerLinks(tree, options), base, notes };
}

async function placePictures(
  tree: Root,
  { assets, base, notes }: PrepareOptions,
): Promise<RenderBodyOptions['pictures']> {
  const pictures = new Map<string, Asset>();
  const links = new Map<string, string>();
  for (const source of listSources(tree, 'img')) {
    // A path that starts with `/` is resolved against the API's host, any other relative address
    // against the workspace's URL.
    const address = source.startsWith('/') ? source : source && URL.parse(source, base)?.href;
    if (!address) {
      const why = source && ` (${source} is relative, but the workspace has no url)`;
      notes.push(`left out a picture without a usable address${why}`);
      continue;
    }
    const asset = await assets.fetch(address, 'picture');
    const link = assets.link(address);
    if (asset) pictures.set(source, asset);
    else if (link) links.set(source, link);
  }
  linkPictures(tree, links);
  return pictures;
}

export async function prepareHero(
  hero: HeroRow,
  { assets, notes }: PrepareOptions,
): Promise<ReleaseEntry['hero']> {
  if (hero.type?.toLowerCase() === 'video') {
    const video = await prepareVideo(hero.url, assets);
    if (!video) notes.push('left out its video, because it has no usable address');
    return video;
  }
  const asset = await assets.fetch(hero.url, 'picture');
  if (asset) return { type: 'image', asset };
  const url = assets.link(hero.url);
  return url ? { type: 'link', url } : null;
}

/**
 * Copies a video file. Most addresses are those of a page with a player; such a page is linked
 * instead.
 */
async function prepareVideo(address: string, assets: EntryAssets): Promise<ReleaseEntry['hero']> {
  const isFile = /\.(?:mp4|m4v|webm)(?:$|[?#])/i.test(address);
  const asset = isFile ? await assets.fetch(address, 'video') : undefined;
  if (asset) return { type: 'film', asset };
  const url = webAddress(address) ?? assets.link(address);
  return url ? { type: 'video', url } : null;
}

/**
 * Replaces attached files with copies that readers can download. Attached links are not changed.
 */
export async function prepareAttachments(
  rows: readonly AttachmentRow[],
  options: PrepareOptions,
): Promise<EntryAttachment[]> {
  const prepared = await Promise.all(rows.map((row) => prepareAttachment(row, options)));
  return prepared.flatMap((one) => one ?? []);
}

async function prepareAttachment(
  { type, content }: AttachmentRow,
  { assets, notes }: PrepareOptions,
): Promise<EntryAttachment | undefined> {
  const title = oneLine(content.title ?? '');
  const asset = type === 'FILE' ? await assets.fetch(content.url, 'file') : undefined;
  if (asset) return { type: 'FILE', title: title || asset.file, asset };
  const link = type === 'LINK' ? webAddress(content.url) : undefined;
  const url = type === 'FILE' ? assets.link(content.url) : link;
  if (url) return { type: 'LINK', title: title || new URL(url).host, url };
  const what = title ? `the link “${title}”` : 'a link';
  // If a file could not be copied, the mirror reports it.
  if (type !== 'FILE') notes.push(`left out ${what}, because it has no usable address`);
  return undefined;
}

export function prepareContributors(
  rows: readonly ContributorRow[],
  assets: EntryAssets,
): Promise<EntryContributor[]> {
  const prepared = rows.map(async ({ id, name, avatar_url }) => {
    const avatar = avatar_url ? await assets.fetch(avatar_url, 'avatar') : undefined;
    return { id, name: oneLine(name), avatar: avatar ?? null };
  });
  return Promise.all(prepared);
}

/** Links for the players in a body, by source address. */
async function findPlayerLinks(tree: Root, options: PrepareOptions): Promise<Map<string, string>> {
  const links = new Map<string, string>();
  for (const source of listSources(tree, ...players)) {
    const href = await findPlayerLink(source, options);
    if (href) links.set(source, href);
    // If a file could not be copied, the mirror reports it.
    else if (!isOfApi(source))
      options.notes.push('left out a video or recording without a usable address');
  }
  return links;
}

/** Only files on the API's host are copied, because readers may not have access to that host. */
async function findPlayerLink(
  source: string,
  { assets, base }: PrepareOptions,
): Promise<string | undefined> {
  if (source === '') return undefined;
  if (!isOfApi(source)) return webAddress(URL.parse(source, base)?.href ?? '');
  const asset = await assets.fetch(source, 'file');
  return asset ? `${assetScheme}${asset.file}` : assets.link(source);
}

/** Whether an address is a path on the API's host. After `//` or `/\`, browsers expect a host. */
function isOfApi(source: string): boolean {
  return /^\/(?![/\\])/.test(source);
}
