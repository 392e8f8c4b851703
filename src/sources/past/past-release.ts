import type { Attachment, Contributor } from '../../model/api/parts.ts';

/** What a converter makes of a version, whatever source told of it. */
export interface PastRelease {
  /** From the source, so that importing it again finds it. */
  id: string;
  title: string;
  version: string | null;
  /** The name of its project, where it has one. */
  project: string | null;
  /** `withdrawn` was published once, and is not to be seen any more. */
  state: 'released' | 'draft' | 'withdrawn';
  isPreRelease: boolean;
  /** When it came out, in ISO 8601 with milliseconds, UTC; of a draft, when it was begun. */
  at: string;
  /** When its source last changed it; `at` where the source does not say. */
  updatedAt?: string;
  text: PastText;
  attachments: Attachment[];
  contributors: Contributor[];
}

/** Both are HTML, and hold only what a body may. */
export interface PastText {
  body: string;
  changes: PastChange[];
}

export interface PastChange {
  /** The title of its type. */
  type: string;
  content: string;
}

/** Something that was not converted as it stands, for a person to look at. */
export interface Note {
  /** In the source, from 1. */
  line?: number;
  what: string;
}

export interface Converted {
  releases: PastRelease[];
  notes: Note[];
  /** How many versions of the source are not among the releases. */
  leftOut: number;
}

/** Brings HTML down to what a body may hold; `refused` is told why some of it is plain text. */
export type Sanitise = (html: string, refused: (why: string) => void) => string;
