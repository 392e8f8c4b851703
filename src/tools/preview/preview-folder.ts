import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { tryLock } from '../../lib/files/lock.ts';

const prefix = 'waymark-preview-';

interface PreviewFolder extends AsyncDisposable {
  path: string;
}

/**
 * Makes a folder that disposing removes. It has a lock, which the system releases if the process is
 * killed. Folders of killed processes are removed first.
 * @param parent the folder for temporary files
 */
export async function openPreviewFolder(parent: string): Promise<PreviewFolder> {
  const names = (await readdir(parent)).filter((name) => name.startsWith(prefix));
  for (const name of names) await removeAbandoned(join(parent, name));
  const path = await mkdtemp(join(parent, prefix));
  const lock = tryLock(lockIn(path));
  return {
    path,
    async [Symbol.asyncDispose]() {
      await rm(path, { recursive: true, force: true });
      lock?.[Symbol.dispose]();
    },
  };
}

const lockIn = (folder: string) => join(folder, 'preview.lock');

async function removeAbandoned(folder: string): Promise<void> {
  // Folders of other programs, and of other users, show no lock.
  if (!existsSync(lockIn(folder))) return;
  using lock = tryLock(lockIn(folder));
  if (lock) await rm(folder, { recursive: true, force: true });
}
