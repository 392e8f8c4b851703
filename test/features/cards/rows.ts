import type { ReleaseEntry, ReleaseListing } from '../../../src/model/content/content.ts';
import { asListed } from '../../../src/store/read/listed-rows.ts';
import { listed } from '../../site/listed.ts';

/** A release listing, from which cards are planned. */
export function row(
  id: string,
  over: Partial<ReleaseEntry> & { types?: string[] } = {},
): ReleaseListing {
  return asListed(listed(id, over), `digest of ${id}`);
}

/** A mirrored picture as the hero of a release. */
export function pictureHero(file: string): ReleaseEntry['hero'] {
  return { type: 'image', asset: { file, width: 1600, height: 900, bytes: 1 } };
}
