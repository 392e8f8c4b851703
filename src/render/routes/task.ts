/** One file of a site. */
export interface Task {
  /** Below the base. */
  path: string;
  /** Of all that the file shows; undefined where only its bytes tell whether it changed. */
  key: string | undefined;
  /**
   * Where its bytes are kept for whatever output wants them next: the last with the renderer, or, by
   * their key alone, with those of all renderers.
   */
  kept: 'renderer' | 'cards' | undefined;
  /** Those of one group are rendered by one process: they are made of the same. */
  group?: string | undefined;
  /**
   * What stands in the file.
   * @param onLack told when something that belongs in it cannot be read: none of this is to be kept
   */
  run(onLack?: () => void): Promise<Uint8Array>;
}
