/** One file of a site. */
export interface Task {
  /** Below the base. */
  path: string;
  /** The same for as long as the file's bytes are; undefined where they have to be compared. */
  key: string | undefined;
  /** What stands in the file. */
  run(): Promise<Uint8Array>;
}
