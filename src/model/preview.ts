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

/** A release as readers will see it: whole pages, and the HTML of its item in feeds. */
export interface Preview {
  page: string;
  list: string;
  feed: string;
}

export interface Previewer {
  /** Previews with the same key are made once. The input is read if it is needed. */
  render: (key: string, readInput: () => Promise<PreviewInput>) => Promise<Preview>;
  /** A style sheet or a font of the last preview, by its path. */
  asset: (path: string) => Promise<Uint8Array<ArrayBuffer> | undefined>;
}

/** Creates a previewer for a site's folder. `env` is the whole environment of what renders. */
export type CreatePreviewer = (
  folder: string | undefined,
  env: Record<string, string | undefined>,
) => Previewer;
