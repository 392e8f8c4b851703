import { digest } from '../../lib/digest.ts';
import type { ForgeLinks } from '../markdown/repository-links.ts';

/** A service with releases of repositories, and an HTTP API of any form. */
export interface Forge {
  /** Name in messages. */
  name: string;
  /**
   * Start of the ids of its entries: `github` for ids such as `github-123`. It must never change. If
   * there are several hosts, each has its own (`hostPrefix`).
   */
  prefix: string;
  /** Names of the settings, and what the address is, in “Check ADDRESS: it must be EXPECTED.” */
  settings: { token: string; address: string; expected: string };
  /** Headers with the token, such as `authorization`. */
  authorize(token: string): Readonly<Record<string, string>>;
  /** Headers of each request, besides the token and the conditions. */
  headers: Readonly<Record<string, string>>;
  /**
   * Names of the headers with the number of requests left and with the time, in seconds since 1970,
   * at which the limit resets. `secondary` matches the body of an answer that reports another limit.
   * A forge
   * without such headers gives names that it does not send: `retry-after` and status 429 are understood
   * all the same.
   */
  rateLimit: { remaining: string; reset: string; secondary?: RegExp };
  /** Name of the header with the number of all rows of a list, if the forge has one. */
  total?: string;
  /** Name of the field that has the row in an answer about one, such as `data`, if there is one. */
  envelope?: string;
  /** Where an error has its message, such as `error.message`. The default is `message`. */
  message?: string;
  /** How texts are linked. The default is GitHub's way. */
  links?: ForgeLinks;
}

export interface ForgeRepository {
  /** Stays when the repository is renamed. */
  id: string;
  /** As in its address, without its owner. Its project and its addresses are made from it. */
  name: string;
  /** Whether not everybody can see it. */
  private: boolean;
  /** Address of its page. */
  page?: string | undefined;
}

/**
 * The prefix of a host, because ids are unique on one host only.
 * @param address of the host or of its API, always the same one, and without a slash at its end
 */
export function hostPrefix(kind: string, address: string): string {
  return `${kind}-${digest(address.toLowerCase(), 8)}`;
}

/** Id of the entry of a release. */
export function entryId({ prefix }: Pick<Forge, 'prefix'>, id: string | number): string {
  return `${prefix}-${id}`;
}

/** Key of a repository in the state. Those of GitHub have no prefix, as in older content. */
export function repositoryKey({ prefix }: Pick<Forge, 'prefix'>, id: string): string {
  return prefix === 'github' ? id : `${prefix}-${id}`;
}
