/** One file of a site. */
export interface Task {
  /** Below the base path. */
  path: string;
  /** Cache key of everything that the file shows; undefined if only its bytes reveal a change. */
  key: string | undefined;
  /** Whether its bytes are cached for all outputs, by key. */
  isCached: boolean;
  /** Files of a group share data and are rendered by one process. */
  group?: string | undefined;
  /**
   * Returns the file's bytes.
   * @param onIncomplete called if a part cannot be read, so that the bytes must not be cached
   */
  run(onIncomplete?: () => void): Promise<Uint8Array>;
}
