import type { IndexedFile } from '../../publish/generations/file-index.ts';
import type { ListingIndex } from '../../store/read/listings.ts';
import type { Task } from '../render/task.ts';
import type { Asked } from './messages.ts';
import { putFile } from './put-file.ts';

/** What the module of a renderer exports. */
export interface RendererModule {
  plan(known: ListingIndex): Promise<{ tasks: Task[]; index: ListingIndex }>;
}

/** Renders and writes what is asked for, in that order; undefined where a file had these bytes. */
export async function runTasks(
  folder: string,
  tasks: readonly Task[],
  asked: Extract<Asked, { kind: 'render' }>['tasks'],
): Promise<(IndexedFile | undefined)[]> {
  const files: (IndexedFile | undefined)[] = [];
  for (const [number, known] of asked) {
    const task = tasks[number];
    if (!task) throw new Error(`there is no task ${number}`);
    files.push(putFile(folder, task.path, await task.run(), known));
  }
  return files;
}

/** The plan as it is told: the path and the key of each task. */
export function planOf(tasks: readonly Task[]): [path: string, key: string | null][] {
  return tasks.map(({ path, key = null }) => [path, key]);
}
