/**
 * What to do about an error of the operating system or of SQLite, as a sentence.
 * @param error the message of which names the operation and the path
 */
export function remedyFor(error: unknown): string {
  const { code = '' } = Object(error) as { code?: string };
  return remedies[code] ?? 'Fix the cause, then run the command again.';
}

const access = 'Give this user access to it, or choose another path.';
const space = 'Free some space, then run the command again.';

const remedies: Record<string, string> = {
  EACCES: access,
  EPERM: access,
  EROFS: 'Make the disk writable, or choose a path on another disk.',
  ENOTDIR: 'A part of this path is a file: move the file away, or choose another path.',
  EISDIR: 'This is a folder: choose the path of a file.',
  ENOENT: 'Check this path, or create what is missing.',
  ENOSPC: space,
  EDQUOT: space,
  EMFILE: 'Raise the limit of open files (ulimit -n), then run the command again.',
  // A lock is a database, and the message names its file.
  ERR_SQLITE_ERROR: 'Make that file and its folder writable for this user.',
};
