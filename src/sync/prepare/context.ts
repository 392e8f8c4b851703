import type { EntryAssets } from './assets/mirror.ts';
import type { ChangeTypes } from './change-types.ts';
import type { StatusTypes } from './status-types.ts';

export interface PrepareOptions {
  types: ChangeTypes;
  statuses: StatusTypes;
  assets: EntryAssets;
  /** Base URL of relative links in bodies. */
  base: URL | undefined;
  /** Collects messages for the report about parts that were dropped or changed. */
  notes: string[];
}
