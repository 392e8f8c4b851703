/**
 * Paths are relative to the content folder, with forward slashes. `text` is made when it is
 * written, since all of them at once are many megabytes; `from` is another file, whose bytes are
 * copied.
 */
export type FileChange =
  | { kind: 'write'; path: string; text: () => string }
  | { kind: 'write'; path: string; from: string }
  | { kind: 'remove'; path: string };
