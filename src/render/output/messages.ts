import type { IndexedFile } from '../../publish/generations/file-index.ts';

// Messages between a build and a process that renders for it.

export type RendererRequest =
  /** Tasks by number, each with the digest of the existing file. */
  | { kind: 'render'; tasks: [number: number, digest: string | undefined][] }
  /** @param save whether to cache the listings for the next build */
  | { kind: 'end'; save: boolean };

export type RendererAnswer =
  /** @param notes reported by features */
  | { kind: 'planned'; tasks: PlannedFile[]; notes: string[] }
  /** In the order of the request; undefined for an unchanged file. */
  | { kind: 'written'; files: (WrittenFile | undefined)[] };

/** A planned file; one process renders all files of a group. */
export type PlannedFile = [path: string, key: string | null, group?: string];

export interface WrittenFile extends IndexedFile {
  /** Set if the next build has to render the file again. */
  isStandIn?: boolean;
}
