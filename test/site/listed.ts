import type { ReleaseEntry } from '../../src/model/content/content.ts';
import { releaseEntry } from '../support/entries.ts';

/** A release with a change of each of these types; `over` replaces fields. */
export function listed(
  id: string,
  { types = [], ...over }: Partial<ReleaseEntry> & { types?: string[] } = {},
): ReleaseEntry {
  return releaseEntry(id, { changes: types.map((type) => ({ type, html: 'Change' })), ...over });
}
