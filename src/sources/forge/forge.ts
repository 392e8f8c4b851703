import type { stages } from '../../model/api/stages.ts';
import type { ForgeLinks } from '../markdown/repository-links.ts';
import type { SourceRow } from '../source.ts';

/**
 * A place such as GitHub that has releases of repositories, over an HTTP API in the form of GitHub's.
 * An object of this type has all that distinguishes a forge. The other files in this folder do what
 * forges have in common: paths, paging, retries, conditional requests, rate limits, looking up
 * releases by id, and the conversion of rows.
 */
export interface Forge {
  /** Name in messages. */
  name: string;
  /** Start of the ids of its entries: `github` for ids such as `github-123`. */
  prefix: string;
  /** Names of the settings in messages, and what the API's address has to be. */
  settings: { token: string; address: string; expected: string };
  /** Scheme of the `Authorization` header. */
  scheme: 'Bearer' | 'token';
  /** Headers of each request, besides the token and the conditions. */
  headers: Readonly<Record<string, string>>;
  /**
   * Names of the headers with the number of requests left and with the time, in seconds since 1970,
   * at which the limit resets. `secondary` matches the body of an answer that reports another limit.
   * `retry-after` and status 429 are understood without them.
   */
  rateLimit: { remaining: string; reset: string; secondary?: RegExp };
  /** Query that asks for the largest pages. */
  largestPages: string;
  /** Query that leaves pull requests out of a list of issues, if the forge has one. */
  onlyIssues?: string;
  /** Name of the header with the number of all rows of a list, if the forge has one. */
  total?: string;
  /** How texts are linked. The default is GitHub's way. */
  links?: ForgeLinks;
  milestones: {
    /** The field that identifies a milestone in its repository, also in paths. */
    key: 'number' | 'id';
    /** The day that a due date means; undefined if it means none. */
    dayOf(dueOn: string): string | undefined;
  };
}

/** A milestone or an issue that the roadmap shows, in the API's form. Its body is Markdown. */
export type PlannedRow = Partial<SourceRow> & {
  title: string;
  body: string;
  stage: (typeof stages)[number];
  /** Set if it is closed. */
  ended_at: string | undefined;
};

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
export function entryId({ prefix }: Forge, id: string): string {
  return `${prefix}-${id}`;
}

/** Key of a repository in the state. Those of GitHub have no prefix, as in older content. */
export function repositoryKey({ prefix }: Pick<Forge, 'prefix'>, id: string): string {
  return prefix === 'github' ? id : `${prefix}-${id}`;
}

/** The id of a release in its forge; undefined if the entry is not from this forge. */
export function idInForge({ prefix }: Forge, entry: string): string | undefined {
  return entry.startsWith(`${prefix}-`) ? entry.slice(prefix.length + 1) : undefined;
}

export type ListName = 'releases' | 'milestones' | 'issues';

/** The path of a list of a repository, or of one of its rows, below the address of the API. */
export function pathOf(repository: string, list: ListName, id?: string): string {
  const path = `repos/${repository}/${list}`;
  return id === undefined ? path : `${path}/${encodeURIComponent(id)}`;
}
