/** The work that creates one file of a site. */
export interface Task {
  /** Path of the file below the base path. */
  path: string;
  /** Cache key of everything that the file shows; undefined if only its bytes reveal a change. */
  key: string | undefined;
  /** Whether the bytes are cached by their key, for all outputs. */
  isCached: boolean;
  /** Name of a group. Its files share data, so one process renders them all. */
  group?: string | undefined;
  /**
   * Returns the file's bytes.
   * @param onIncomplete called if a part cannot be read; the bytes must then not be cached
   */
  run(onIncomplete?: () => void): Promise<Uint8Array>;
}
