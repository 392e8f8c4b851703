import type { Forge } from '../forge/forge.ts';

/**
 * A forge with an HTTP API in the form of GitHub's. An object of this type has all that distinguishes
 * it. The other files in this folder have what these forges have in common: paths, and the forms of
 * rows.
 */
export interface GitHubLike extends Forge {
  /** Query that asks for the largest pages. */
  largestPages: string;
  /** Query that leaves pull requests out of a list of issues, if the forge has one. */
  onlyIssues?: string;
  milestones: {
    /** The field that identifies a milestone in its repository, also in paths. */
    key: 'number' | 'id';
    /** The day that a due date means; undefined if it means none. */
    dayOf(dueOn: string): string | undefined;
  };
}
