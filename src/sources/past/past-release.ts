import type { Attachment, Contributor } from '../../model/api/parts.ts';

/** A version converted from any source. */
export interface PastRelease {
  /** Derived from the source, so that a second import finds the same release. */
  id: string;
  title: string;
  version: string | null;
  /** Name of the project, if any. */
  project: string | null;
  /** `withdrawn` was published once and is now private. */
  state: 'released' | 'draft' | 'withdrawn';
  isPreRelease: boolean;
  /** Release time in ISO 8601 with milliseconds, UTC; for a draft, when it was created. */
  at: string;
  /** Time of the last change, if the source has one; else `at` applies. */
  updatedAt?: string;
  text: PastText;
  attachments: Attachment[];
  contributors: Contributor[];
}

/** Both are sanitised HTML. */
export interface PastText {
  body: string;
  changes: PastChange[];
}

export interface PastChange {
  /** Title of the change's type. */
  type: string;
  content: string;
}

/** Something that was not converted literally and should be reviewed. */
export interface Note {
  /** Line in the source, from 1. */
  line?: number;
  what: string;
}

export interface Converted {
  releases: PastRelease[];
  notes: Note[];
  /** Number of versions in the source that are not among the releases. */
  leftOut: number;
}

/** Sanitises HTML; `refused` is called with the reason when part of it becomes plain text. */
export type Sanitise = (html: string, refused: (why: string) => void) => string;
