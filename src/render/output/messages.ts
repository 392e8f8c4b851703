import type { IndexedFile } from '../../publish/generations/file-index.ts';

// Messages between a build and a process that renders files for it.

/**
 * A request to render tasks, each with its number in the plan and the digest of the existing file,
 * if there is one.
 */
export type RequestedTasks = [number: number, digest: string | undefined][];

/** `end` ends the process. */
export type RendererRequest = RequestedTasks | 'end';

export type RendererAnswer =
  /** `notes` are the notes that features reported. */
  | { kind: 'planned'; tasks: PlannedFile[]; notes: string[] }
  /** Files in the order of the request, with undefined for each unchanged file. */
  | { kind: 'written'; files: (WrittenFile | undefined)[] };

/** A planned file. All files of a group are rendered by the same process. */
export type PlannedFile = [path: string, key: string | null, group?: string];

export interface WrittenFile extends IndexedFile {
  /**
   * True if something that the file shows could not be read. The next build renders the file again.
   */
  isStandIn?: boolean;
}
