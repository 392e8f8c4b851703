import { pathToFileURL } from 'node:url';
import pLimit from 'p-limit';
import type { Renderer } from '../compile/renderer.ts';
import type { Task } from '../routes/task.ts';
import type { PlannedFile, RequestedTasks, WrittenFile } from './messages.ts';
import { cachedOrRendered, pictureFolder, type RenderedPicture } from './picture-cache.ts';
import { putFile } from './put-file.ts';

export type RendererModule = Pick<typeof import('../routes/entry.ts'), 'plan'>;

/** Loads a renderer. Its code reads the site's settings and address from globals. */
export async function importRenderer({
  entry,
  globals,
}: Pick<Renderer, 'entry' | 'globals'>): Promise<RendererModule> {
  Object.assign(globalThis, globals);
  // A path may contain %20.
  return import(pathToFileURL(entry).href);
}

/**
 * Renders and writes files in the requested order. Returns undefined for each unchanged file.
 * Drawing of pictures starts in advance, because most of it runs in other threads.
 * @param folder path of the output
 */
export async function runTasks(
  folder: string,
  tasks: readonly Task[],
  requested: RequestedTasks,
  pictures = pictureFolder,
): Promise<(WrittenFile | undefined)[]> {
  const files: (WrittenFile | undefined)[] = [];
  const drawing = drawAhead(tasks, requested, pictures);
  for (const [number, digest] of requested) {
    const task = tasks[number];
    if (!task) throw new Error(`there is no task ${number}`);
    const picture = await drawing.get(number);
    const bytes = picture?.bytes ?? (await task.run());
    const file = putFile(folder, task.path, bytes, digest);
    files.push(file && picture?.isStandIn ? { ...file, isStandIn: true } : file);
  }
  return files;
}

/**
 * Number of pictures drawn at the same time. It is low because each drawing may hold a decoded
 * picture in memory.
 */
const maxConcurrentPictures = 2;

/**
 * Starts drawing the requested pictures. Returns a promise for each, by task number; the promise
 * rejects if drawing fails.
 */
function drawAhead(
  tasks: readonly Task[],
  requested: RequestedTasks,
  folder: string,
): ReadonlyMap<number, Promise<RenderedPicture>> {
  const limit = pLimit(maxConcurrentPictures);
  const started = new Map<number, Promise<RenderedPicture>>();
  for (const [number] of requested) {
    const task = tasks[number];
    const key = task?.key;
    if (!task?.isCached || key === undefined) continue;
    const drawing = limit(() => cachedOrRendered(task, key, folder));
    drawing.catch(() => {});
    started.set(number, drawing);
  }
  return started;
}

/** Converts tasks to the form in which they are sent in messages. */
export function planOf(tasks: readonly Task[]): PlannedFile[] {
  return tasks.map(({ path, key = null, group }) => (group ? [path, key, group] : [path, key]));
}
