import type { Attachment, Contributor } from '../../model/api/parts.ts';

/** A release from any source, such as a changelog file or GitHub, in a common form. */
export interface PastRelease {
  /** Id derived from the source, so that a second import finds the same release. */
  id: string;
  title: string;
  version: string | null;
  project: string | null;
  /** `withdrawn` means that the release was published and is now private. */
  state: 'released' | 'draft' | 'withdrawn';
  isPreRelease: boolean;
  /** Time of the release, or of the creation of a draft. ISO 8601 in UTC, with milliseconds. */
  at: string;
  /** The day on which it was released, such as 2026-01-31, if the source gives no time. */
  on?: string | undefined;
  /** Time of the last change; by default, the same as `at`. */
  updatedAt?: string;
  text: PastText;
  attachments: Attachment[];
  contributors: Contributor[];
}

/** The texts of a release, as sanitised HTML. */
export interface PastText {
  body: string;
  changes: PastChange[];
}

export interface PastChange {
  /** Title of the change's type. */
  type: string;
  content: string;
}

/** A part of the source that was not converted literally, so a person should check the result. */
export interface Note {
  /** Line in the source, counted from 1. */
  line?: number;
  what: string;
  /** Whether readers of the site miss the part. */
  isLeftOut?: boolean;
}

/** A note about a file, with its line. */
export function noteAbout(file: string, { line, what }: Note): string {
  return `${file}${line === undefined ? '' : `:${line}`}: ${what}`;
}

export function countLeftOut(notes: readonly Note[]): number {
  return notes.filter(({ isLeftOut }) => isLeftOut).length;
}

export interface Converted {
  releases: PastRelease[];
  notes: Note[];
  /** Number of versions in the source that did not become releases. */
  leftOut: number;
}

/** Sanitises HTML. Calls `refused` with the reason for each part that has to become plain text. */
export type Sanitise = (html: string, refused: (why: string) => void) => string;
