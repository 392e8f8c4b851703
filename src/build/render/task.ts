/** One file of a site. */
export interface Task {
  /** Below the base. */
  path: string;
  /** Of all that the file shows; undefined where only its bytes tell whether it changed. */
  key: string | undefined;
  /** Whether its bytes are kept with the renderer, for whatever output wants them next. */
  isKept: boolean;
  /** What stands in the file. */
  run(): Promise<Uint8Array>;
}
