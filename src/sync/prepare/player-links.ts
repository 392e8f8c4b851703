import type { Root } from 'hast';
import { assetScheme } from '../../model/content/content.ts';
import type { EntryAssets } from '../assets/entry-assets.ts';
import { webAddress } from '../assets/web-address.ts';
import { playerSources } from '../html/media/players.ts';

export interface PlaceOptions {
  assets: EntryAssets;
  /** What relative addresses start from. */
  base: URL | undefined;
  /** Gets a line for what had to be left out. */
  notes: string[];
}

/** Where the players of a body lead, by the address that each has there. */
export async function playerLinks(tree: Root, options: PlaceOptions): Promise<Map<string, string>> {
  const links = new Map<string, string>();
  for (const source of playerSources(tree)) {
    const href = await playerLink(source, options);
    if (href) links.set(source, href);
    // The mirror tells itself of what it could not copy.
    else if (!isOfApi(source))
      options.notes.push('left out a video or recording without a usable address');
  }
  return links;
}

/** Only of what stands with the API there is a copy: readers may not reach it there. */
async function playerLink(
  source: string,
  { assets, base }: PlaceOptions,
): Promise<string | undefined> {
  if (source === '') return undefined;
  if (!isOfApi(source)) return webAddress(URL.parse(source, base)?.href ?? '');
  const asset = await assets.fetch(source, 'file');
  return asset ? `${assetScheme}${asset.file}` : assets.link(source);
}

/** A path from the root; two slashes, of either kind, begin another host. */
function isOfApi(source: string): boolean {
  return /^\/(?![/\\])/.test(source);
}
