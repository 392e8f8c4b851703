import type { Converted, Note, Sanitise } from '../past/past-release.ts';

/**
 * A place such as GitHub that has releases of repositories, over an HTTP API with JSON. An object of
 * this type has all that distinguishes a forge. The other files in this folder do what forges have
 * in common: paging, retries, conditional requests, rate limits, and looking up releases by id.
 */
export interface Forge {
  /** Name in messages. */
  name: string;
  /** Start of the ids of its entries: `github` for ids such as `github-123`. */
  prefix: string;
  /** Names of the settings in messages, and an example of the API's address. */
  settings: { token: string; address: string; example: string };
  /** Headers of each request, besides the token and the conditions. */
  headers: Readonly<Record<string, string>>;
  /**
   * Names of the headers with the number of requests left and with the time, in seconds since 1970,
   * at which the limit resets. `secondary` matches the body of an answer that reports another limit.
   * `retry-after` and status 429 are understood without them.
   */
  rateLimit: { remaining: string; reset: string; secondary?: RegExp };
  /** Maximum number of releases that are looked up by id without a token. */
  maxWithoutToken: number;
  /** Paths below the address of the API. `repository` is the name in `sources.yaml`. */
  paths: {
    repository(repository: string): string;
    releases(repository: string): string;
    release(repository: string, id: string): string;
    /** All milestones, open and closed. */
    milestones(repository: string): string;
    milestone(repository: string, number: string): string;
  };
  /**
   * Extracts the rows of a page and, if the page does not have a `Link` header (RFC 8288), the
   * address of the next page. By default, the page is a list of rows. Undefined if it is invalid.
   */
  parsePage?(value: unknown): { rows: unknown[]; next?: string | undefined } | undefined;
  /** Undefined if the answer is invalid. The id must stay when the repository is renamed. */
  parseRepository(value: unknown): ForgeRepository | undefined;
  /** Reads what identifies a release, from any row. */
  identify(row: unknown): RowIdentity;
  /** Returns the row with another id. */
  withId(row: unknown, id: string): unknown;
  /** Why a row is left out by `convert`; undefined if it is valid. */
  whyInvalid(row: unknown): string | undefined;
  /** Converts rows. The id of each release is its prefix, a hyphen and the id from `identify`. */
  convert(rows: readonly unknown[], options: ConvertOptions): Converted;
  /** Reads a milestone. A row without a number gives undefined, any other invalid one the reason. */
  readMilestone(row: unknown): ForgeMilestone | Invalid | undefined;
  /** Renders a text in Markdown as HTML, with links as the forge makes them. */
  renderText(markdown: string, page: string, sanitise: Sanitise): { html: string; notes: Note[] };
}

/** A milestone of a repository. Times are RFC 3339. */
export interface ForgeMilestone {
  /** Identifies it in its repository, also in paths. */
  number: string;
  /** Address of its page. */
  page: string;
  title: string;
  /** Markdown. */
  text: string;
  isClosed: boolean;
  /** Numbers of its closed and of all its issues. */
  progress: { done: number; total: number };
  /** The day for which it is planned, such as 2027-05-31. */
  targetOn?: string | undefined;
  createdAt: string;
  updatedAt: string;
  closedAt: string | undefined;
}

/** A row that cannot be used. Its entry stays. */
interface Invalid {
  number: string;
  why: string;
}

export interface ConvertOptions {
  sanitise: Sanitise;
  /**
   * Project of all releases. If it is not set, a tag such as `package@1.0.0` names the project of
   * its release.
   */
  project?: string | undefined;
  /** Whether generated notes are sorted by type. The default is true. */
  sort?: boolean | undefined;
  /** Types of change for titles of sections in generated notes. */
  types?: Readonly<Record<string, string>> | undefined;
}

export interface ForgeRepository {
  id: string;
  name: string;
  private: boolean;
}

/** What identifies a release in its forge. */
interface RowIdentity {
  /** Undefined if the row has no id. */
  id: string | undefined;
  tag: string | undefined;
  isDraft: boolean;
  /** Address of its page, for messages. */
  page?: string | undefined;
}

/** Id of the entry of a release. */
export function entryId({ prefix }: Forge, id: string): string {
  return `${prefix}-${id}`;
}

/** The id of a release in its forge; undefined if the entry is not from this forge. */
export function idInForge({ prefix }: Forge, entry: string): string | undefined {
  return entry.startsWith(`${prefix}-`) ? entry.slice(prefix.length + 1) : undefined;
}
