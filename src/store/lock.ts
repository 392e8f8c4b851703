import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { type Waiting, waitForLock } from '../lib/files/lock.ts';
import { cannotWrite } from './cannot-write.ts';
import { ifThere } from './content-file.ts';

/**
 * Locks a content folder, to write to it or to finish an interrupted write. Readers need no lock
 * (`read-consistently.ts`).
 * @throws WaymarkError if the lock file cannot be created
 */
export async function lockContent(contentDir: string, waiting: Waiting): Promise<Disposable> {
  let file = contentDir;
  try {
    file = await contentLockFile(contentDir);
    return await waitForLock(file, `Another sync or build works on ${contentDir}`, waiting);
  } catch (error) {
    throw await cannotWrite(contentDir, error, [
      `its lock ${file} cannot be taken (${error instanceof Error ? error.message : error})`,
      'Make that file and its folder writable for this user.',
    ]);
  }
}

/**
 * Path of the lock file. It is beside the content folder, because the folder may not exist yet and
 * is often under version control. If the folder is a mounted volume, the lock file is inside it,
 * because another container may mount the volume below another parent.
 */
export async function contentLockFile(contentDir: string): Promise<string> {
  const folder = resolve((await ifThere(realpath(contentDir), contentDir)) ?? contentDir);
  const parent = dirname(folder);
  const [own, above] = await Promise.all([
    ifThere(stat(folder), folder),
    ifThere(stat(parent), parent),
  ]);
  const isMounted = own !== undefined && own.dev !== above?.dev;
  return isMounted ? join(folder, lockName) : join(parent, `.${basename(folder)}${lockName}`);
}

const lockName = '.lock';
