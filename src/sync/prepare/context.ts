import type { EntryAssets } from '../assets/entry-assets.ts';
import type { ChangeTypes } from './change-types.ts';
import type { StatusTypes } from './status-types.ts';

export interface PrepareOptions {
  types: ChangeTypes;
  statuses: StatusTypes;
  /** Copies of pictures and files. */
  assets: EntryAssets;
  /** What relative links in bodies start from. */
  base: URL | undefined;
  /** Gets a line for everything that could not be shown as it came. */
  notes: string[];
}
