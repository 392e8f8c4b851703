import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFileAtomically } from '../../src/lib/files/atomic-file.ts';
import { tryLock } from '../../src/lib/files/lock.ts';
import { namesIn } from '../../src/lib/files/missing.ts';
import { SettingsError, WaymarkError } from '../../src/model/errors.ts';

/**
 * Removes the files of an earlier demo from a folder, and reserves the folder until the returned
 * object is disposed. Refuses a folder that contains other files.
 * @param path absolute
 * @throws SettingsError if the folder has other files
 * @throws WaymarkError if a demo is running
 */
export async function claimDemoFolder(path: string) {
  const mark = join(path, markName);
  const names = await entriesOf(path);
  if (names.length > 0 && !names.includes(markName)) throw createForeignError(path);
  await mkdir(path, { recursive: true });
  if (names.length === 0) await writeFile(mark, explanation);
  const lock = tryLock(join(path, lockName));
  if (!lock) throw new WaymarkError(await describeRunning(path, mark));
  await writeFile(mark, explanation);
  for (const name of writtenNames) await rm(join(path, name), { recursive: true, force: true });
  return {
    path,
    /**
     * Records the demo's address. If a second demo is started in this folder, its error message
     * shows this address.
     */
    shownAt: (url: string) => writeFileAtomically(mark, `${explanation}${url}/\n`),
    [Symbol.dispose]: () => lock[Symbol.dispose](),
  };
}

const markName = '.waymark-demo';
const lockName = '.waymark-demo.lock';
const explanation = 'The demo of Waymark uses this folder, and resets it at each start.\n';

/** Names of all files and folders that a demo writes. */
const writtenNames = [
  ...['content', '.content.lock', 'dist', 'generations'],
  ...['waymark.db', 'webhook.db'].flatMap((name) => [name, `${name}-wal`, `${name}-shm`]),
  'webhook.db.lock',
];

async function entriesOf(path: string): Promise<string[]> {
  try {
    return await namesIn(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') throw createForeignError(path);
    throw error;
  }
}

function createForeignError(path: string): SettingsError {
  return new SettingsError(
    `${path} has files that no demo wrote, so it was left unchanged. Name an empty or new folder with --dir.`,
  );
}

async function describeRunning(path: string, mark: string): Promise<string> {
  const url = (await readFile(mark, 'utf8')).match(/^http\S+$/m)?.[0];
  const instead = 'start another demo with --dir in another folder';
  return url
    ? `A demo runs in ${path} already: ${url}. Open that address, or ${instead}.`
    : `A demo is starting in ${path} already. Wait until it has started, or ${instead}.`;
}
