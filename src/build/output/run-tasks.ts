import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { digest } from '../../lib/digest.ts';
import { writeFileAtomically } from '../../lib/files/atomic-file.ts';
import { tryLock } from '../../lib/files/lock.ts';
import { namesIn } from '../../lib/files/missing.ts';
import type { IndexedFile } from '../../publish/generations/file-index.ts';
import type { ListingIndex } from '../../store/read/listings.ts';
import type { Task } from '../render/task.ts';
import type { Asked } from './messages.ts';
import { putFile } from './put-file.ts';

/** What the module of a renderer exports. */
export interface RendererModule {
  plan(known: ListingIndex): Promise<{ tasks: Task[]; index: ListingIndex }>;
}

/**
 * Renders and writes what is asked for, in that order; undefined where a file had these bytes.
 * @param kept a folder that belongs to the renderer
 */
export async function runTasks(
  { folder, kept }: { folder: string; kept: string },
  tasks: readonly Task[],
  asked: Extract<Asked, { kind: 'render' }>['tasks'],
): Promise<(IndexedFile | undefined)[]> {
  const files: (IndexedFile | undefined)[] = [];
  for (const [number, known] of asked) {
    const task = tasks[number];
    if (!task) throw new Error(`there is no task ${number}`);
    files.push(putFile(folder, task.path, await bytesOf(task, kept), known));
  }
  return files;
}

/** The plan as it is told: the path and the key of each task. */
export function planOf(tasks: readonly Task[]): [path: string, key: string | null][] {
  return tasks.map(({ path, key = null }) => [path, key]);
}

async function bytesOf(task: Task, kept: string): Promise<Uint8Array> {
  if (!task.isKept || task.key === undefined) return task.run();
  const name = digest(task.path, 8);
  const file = join(kept, `${name}-${digest(task.key, 32)}`);
  const known = await readFile(file).catch(() => undefined);
  if (known) return known;
  const bytes = await task.run();
  // Others build with the same renderer. Who has no turn does without.
  using lock = tryLock(`${kept}.lock`);
  if (!lock) return bytes;
  // The one before is of another time: only the last is kept.
  for (const other of await namesIn(kept))
    if (other.startsWith(name)) await rm(join(kept, other), { force: true });
  await writeFileAtomically(file, bytes);
  return bytes;
}
