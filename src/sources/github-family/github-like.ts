import type { Forge } from '../forge/forge.ts';
import type { ForgeLinks } from '../markdown/repository-links.ts';

/**
 * A forge with an HTTP API in the form of GitHub's. An object of this type has all that distinguishes
 * it. The other files in this folder do what these forges have in common: paths, looking up releases
 * by id, and the conversion of rows.
 */
export interface GitHubLike extends Forge {
  /** Start of the ids of its entries: `github` for ids such as `github-123`. */
  prefix: string;
  /** Query that asks for the largest pages. */
  largestPages: string;
  /** Query that leaves pull requests out of a list of issues, if the forge has one. */
  onlyIssues?: string;
  /** How texts are linked. The default is GitHub's way. */
  links?: ForgeLinks;
  milestones: {
    /** The field that identifies a milestone in its repository, also in paths. */
    key: 'number' | 'id';
    /** The day that a due date means; undefined if it means none. */
    dayOf(dueOn: string): string | undefined;
  };
}

export interface ForgeRepository {
  /** Stays when the repository is renamed. */
  id: string;
  name: string;
  /** Whether not everybody can see it. */
  private: boolean;
  /** Address of its page. */
  page: string | undefined;
}

/** Id of the entry of a release. */
export function entryId({ prefix }: GitHubLike, id: string): string {
  return `${prefix}-${id}`;
}

/** Key of a repository in the state. Those of GitHub have no prefix, as in older content. */
export function repositoryKey({ prefix }: Pick<GitHubLike, 'prefix'>, id: string): string {
  return prefix === 'github' ? id : `${prefix}-${id}`;
}

/** The id of a release in its forge; undefined if the entry is not from this forge. */
export function idInForge({ prefix }: GitHubLike, entry: string): string | undefined {
  return entry.startsWith(`${prefix}-`) ? entry.slice(prefix.length + 1) : undefined;
}

export type ListName = 'releases' | 'milestones' | 'issues';

/** The path of a list of a repository, or of one of its rows, below the address of the API. */
export function pathOf(repository: string, list: ListName, id?: string): string {
  const path = `repos/${repository}/${list}`;
  return id === undefined ? path : `${path}/${encodeURIComponent(id)}`;
}
