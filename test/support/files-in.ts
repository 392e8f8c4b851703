import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';

async function pathsIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
    .sort();
}

/** The content of every file below a folder, byte for byte, by path. */
export async function filesIn(folder: string): Promise<Record<string, string>> {
  const texts = (await pathsIn(folder)).map(
    async (path) => [path, await readFile(join(folder, path), 'latin1')] as const,
  );
  return Object.fromEntries(await Promise.all(texts));
}

/** The modification time in nanoseconds and the inode of a folder and of each file below it. */
export async function stampsIn(folder: string): Promise<Record<string, string>> {
  const stamps = ['.', ...(await pathsIn(folder))].map(async (path) => {
    const { mtimeNs, ino } = await stat(join(folder, path), { bigint: true });
    return [path, `${mtimeNs} ${ino}`] as const;
  });
  return Object.fromEntries(await Promise.all(stamps));
}

/** The files of a content folder without its release log, which another sync could not recreate. */
export function withoutReleaseLog(files: Record<string, string>): Record<string, string> {
  const { 'release-log.json': _log, '.sync.json': state = '{}', ...others } = files;
  const { files: digests = {}, ...known } = JSON.parse(state);
  const { 'release-log.json': _digest, ...rest } = digests;
  return { ...others, '.sync.json': JSON.stringify({ ...known, files: rest }) };
}
