import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFileAtomically } from '../../src/lib/files/atomic-file.ts';
import { tryLock } from '../../src/lib/files/lock.ts';
import { namesIn } from '../../src/lib/files/missing.ts';
import { SettingsError, WaymarkError } from '../../src/model/errors.ts';

/** A folder that belongs to one demo until disposed. */
export interface DemoFolder extends Disposable {
  path: string;
  /** Tells others who would start one here where this one is shown. */
  shownAt(url: string): Promise<void>;
}

/**
 * Takes a folder for a demo, and removes what an earlier one left there: nothing else, and from no
 * folder that was not a demo's, or empty.
 * @param path absolute
 * @throws SettingsError where the folder is somebody else's @throws WaymarkError where a demo runs
 */
export async function claimDemoFolder(path: string): Promise<DemoFolder> {
  const mark = join(path, markName);
  if (!(await isMarked(path))) await markEmpty(path, mark);
  const lock = tryLock(join(path, lockName));
  if (!lock) throw new WaymarkError(await whoRuns(path, mark));
  await writeFile(mark, explanation);
  for (const name of written) await rm(join(path, name), { recursive: true, force: true });
  return {
    path,
    shownAt: (url) => writeFileAtomically(mark, `${explanation}${url}/\n`),
    [Symbol.dispose]: () => lock[Symbol.dispose](),
  };
}

const markName = '.waymark-demo';
const lockName = '.waymark-demo.lock';
const explanation = 'A demo of Waymark works in this folder, and starts anew in it each time.\n';

/** All that a demo writes. */
const written = [
  ...['content', '.content.lock', 'dist', 'generations'],
  ...['waymark.db', 'webhook.db'].flatMap((name) => [name, `${name}-wal`, `${name}-shm`]),
  'webhook.db.lock',
];

async function isMarked(path: string): Promise<boolean> {
  return (await entriesOf(path)).includes(markName);
}

async function markEmpty(path: string, mark: string): Promise<void> {
  if ((await entriesOf(path)).length > 0) throw notOurs(path);
  await mkdir(path, { recursive: true });
  await writeFile(mark, explanation);
}

async function entriesOf(path: string): Promise<string[]> {
  try {
    return await namesIn(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') throw notOurs(path);
    throw error;
  }
}

function notOurs(path: string): SettingsError {
  return new SettingsError(
    `${path} holds something that is not a demo's, and was left alone. Name an empty folder with --dir, or one that is not there yet.`,
  );
}

async function whoRuns(path: string, mark: string): Promise<string> {
  const url = (await readFile(mark, 'utf8')).match(/^http\S+$/m)?.[0];
  const instead = 'start another one with --dir and a folder of its own';
  return url
    ? `A demo runs in ${path} already: ${url}. Open that, or ${instead}.`
    : `A demo is starting in ${path} already. Wait for it, or ${instead}.`;
}
