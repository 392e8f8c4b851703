import type { Project } from './api/parts.ts';
import type { Release } from './api/release.ts';
import type { Workspace } from './api/workspace.ts';

/** What a preview is made of, as the API would give it. */
export interface PreviewInput {
  release: Release;
  workspace: Workspace;
  projects: readonly Project[];
  /** The files of the service that the release uses. Others are not fetched. */
  files: readonly { name: string; type: string; bytes: Uint8Array }[];
}

/**
 * A release as readers will see it: whole pages, and the HTML of its item in feeds. They have their
 * style sheets, fonts and pictures in them.
 */
export interface Preview {
  page: string;
  list: string;
  feed: string;
}

/** Renders a release. Previews with the same key are made once. The input is read if it is needed. */
export type Previewer = (key: string, readInput: () => Promise<PreviewInput>) => Promise<Preview>;

/** Creates a previewer for a site's folder. `env` is the whole environment of what renders. */
export type CreatePreviewer = (
  folder: string | undefined,
  env: Record<string, string | undefined>,
) => Previewer;
