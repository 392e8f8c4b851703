/** A service with releases of repositories, and an HTTP API of any form. */
export interface Forge {
  /** Name in messages. */
  name: string;
  /** Names of the settings in messages, and what the API's address has to be. */
  settings: { token: string; address: string; expected: string };
  /** Headers with the token, such as `authorization`. */
  authorize(token: string): Readonly<Record<string, string>>;
  /** Headers of each request, besides the token and the conditions. */
  headers: Readonly<Record<string, string>>;
  /**
   * Names of the headers with the number of requests left and with the time, in seconds since 1970,
   * at which the limit resets. `secondary` matches the body of an answer that reports another limit.
   * `retry-after` and status 429 are understood without them.
   */
  rateLimit: { remaining: string; reset: string; secondary?: RegExp };
  /** Name of the header with the number of all rows of a list, if the forge has one. */
  total?: string;
}
