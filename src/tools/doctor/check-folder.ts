import { mkdtemp, rmdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { ifMissing } from '../../lib/files/missing.ts';
import { type Finding, fail, ok, warn } from '../../lib/finding.ts';
import { isOfSystem } from '../../store/cannot-write.ts';

/**
 * Checks that files can be written to a folder. If the folder does not exist, checks its nearest
 * existing parent.
 * @param others further folders to check
 */
export async function checkFolder(
  what: string,
  path: string,
  others: readonly string[] = [],
): Promise<Finding> {
  for (const folder of new Set(await Promise.all([path, ...others].map(nearestFolder)))) {
    const why = await whyNotWritable(folder);
    if (why)
      return fail(
        what,
        `${folder} cannot be written (${why}).`,
        `Make it writable for this user (chown ${folder}), or choose another folder.`,
      );
  }
  return ok(what, `${resolve(path)} can be written.`);
}

/**
 * Like `checkFolder`, but also checks the parent folder, in which the folder's lock file and its
 * next version are created.
 */
export function checkPlace(what: string, path: string): Promise<Finding> {
  return checkFolder(what, path, [dirname(resolve(path))]);
}

/** Tests a folder by creating a temporary folder in it. Returns the error message if that fails. */
async function whyNotWritable(folder: string): Promise<string | undefined> {
  try {
    await rmdir(await mkdtemp(join(folder, '.waymark-doctor-')));
    return undefined;
  } catch (error) {
    if (!isOfSystem(error)) throw error;
    return error.message;
  }
}

/**
 * Checks that other users of this machine cannot read a file that contains secrets. Returns
 * undefined if the file does not exist.
 */
export async function checkSecrets(file: string): Promise<Finding | undefined> {
  const there = await stat(file).catch(() => undefined);
  if (!there) return undefined;
  const mode = there.mode & 0o777;
  if ((mode & 0o044) === 0) return ok(file, 'No other user can read it.');
  const found = `Other users of this machine can read it and the key in it (mode ${mode.toString(8)}).`;
  return warn(file, found, `Close it: chmod 600 ${file}`);
}

/** The folder itself, or its nearest existing parent. */
export async function nearestFolder(path: string): Promise<string> {
  const absolute = resolve(path);
  const there = await stat(absolute).catch(ifMissing);
  return there?.isDirectory() ? absolute : nearestFolder(dirname(absolute));
}
