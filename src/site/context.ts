import type { LabelEntry, ProjectEntry, WorkspaceEntry } from '../model/content.ts';
import type { Strings } from './strings.ts';
import type { Urls } from './urls.ts';

/** What every view is made with: the tables beside the entries, the addresses and the language. */
export interface SiteContext {
  workspace: WorkspaceEntry;
  projects: ReadonlyMap<string, ProjectEntry>;
  labels: ReadonlyMap<string, LabelEntry>;
  urls: Urls;
  strings: Strings;
}
