import type { Project } from '../../model/api/parts.ts';
import type { Release } from '../../model/api/release.ts';
import type { Workspace } from '../../model/api/workspace.ts';

/** What a preview is made of, as the API would give it. */
export interface PreviewInput {
  release: Release;
  workspace: Workspace;
  projects: readonly Project[];
  /** The files of the service that the release uses. Others are not fetched. */
  files: readonly { name: string; type: string; bytes: Uint8Array }[];
  /** Whether the working folder is the site's. Otherwise, pages have the default settings. */
  hasSite: boolean;
}

/** A release as readers will see it: whole pages, and the HTML of its item in feeds. */
export interface Preview {
  page: string;
  list: string;
  feed: string;
}

/** What the pages of a preview load: a folder, and the style sheet with the colours of labels. */
export interface Assets {
  folder: string;
  colours: string;
}

/** The answer of the child process. */
export type PreviewAnswer = (Assets & { preview: Preview }) | { failure: string };
