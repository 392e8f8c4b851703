/** The work that creates one file of a site. */
export interface Task {
  /** Path of the file below the base path. */
  path: string;
  /**
   * Cache key, made from everything that the file shows. Undefined if the file must be rendered to
   * detect a change.
   */
  key: string | undefined;
  /** Whether the bytes are cached by `key`, for all builds of this project. */
  isCached: boolean;
  /**
   * Name of the group of files that share data, if there is one. One process renders the whole
   * group.
   */
  group?: string | undefined;
  /**
   * Returns the file's bytes.
   * @param onIncomplete called if a part of the file cannot be read; the bytes must then not be
   * cached
   */
  run(onIncomplete?: () => void): Promise<Uint8Array>;
}
