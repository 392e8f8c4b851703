import type { IndexedFile } from '../../publish/generations/file-index.ts';

// What a build and a process that renders for it say to each other.

export type Asked =
  /** Tasks by their numbers, each with the digest of the file that is there. */
  | { kind: 'render'; tasks: [number: number, known: string | undefined][] }
  /** @param keep whether what was read of the content is kept for the next build */
  | { kind: 'end'; keep: boolean };

export type Told =
  /** @param notes what features report */
  | { kind: 'planned'; tasks: PlannedFile[]; notes: string[] }
  /** In the order of what was asked; undefined where a file had these bytes already. */
  | { kind: 'written'; files: (WrittenFile | undefined)[] };

/** A file of a plan; those of a group are rendered by one process. */
export type PlannedFile = [path: string, key: string | null, group?: string];

export interface WrittenFile extends IndexedFile {
  /** Set where another file stands there until the next build. */
  isStandIn?: boolean;
}
