import { setImmediate as turn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { removeFile } from '../../lib/files/remove-file.ts';
import { ownFilesName, ownFilesText } from '../../publish/generations/own-files.ts';
import type { OutputFile, OutputFiles } from './incremental-output.ts';
import { putFile } from './put-file.ts';
import type { RendererProcess } from './renderer-process.ts';

export interface RenderOptions {
  /**
   * Whether existing files can be reused if their cache key is the same. False if the renderer has
   * changed.
   */
  isKnown: boolean;
  start: () => Promise<RendererProcess>;
  /** Called with the number of rendered files; reused files do not count. */
  onRendered?: ((done: number, total: number) => void) | undefined;
  /** Called with the notes that features reported, if there are any. */
  onNotes?: ((notes: readonly string[]) => void) | undefined;
}

/**
 * Makes an output match the plan of its renderers. Renders files whose cache key has changed, and
 * removes files that are no longer planned. If there are many files to render, two processes share
 * the work.
 * @param existing files of the last build
 * @param copied files that were copied into the output and are not rendered
 * @returns all files, sorted by path
 */
export async function renderOutput(
  folder: string,
  existing: OutputFiles,
  copied: OutputFiles,
  { isKnown, start, onRendered, onNotes }: RenderOptions,
): Promise<OutputFiles> {
  const files = new Map(copied);
  const todo: Todo[] = [];
  const first = await start();
  if (first.notes.length > 0) onNotes?.(first.notes);
  first.plan.forEach(([path, key, group], number) => {
    if (files.has(path)) return;
    const before = existing.get(path);
    if (before && isKnown && key !== null && before.key === key) files.set(path, before);
    else todo.push({ number, path, key, group, before });
  });
  // Old files are removed before rendering, because a new folder may have the path of an old file.
  const planned = new Set([...copied.keys(), ...first.plan.map(([path]) => path), ownFilesName]);
  for (const path of existing.keys()) if (!planned.has(path)) removeFile(folder, path);
  await renderAll(todo, { first, start, onRendered }, (path, file) => files.set(path, file));
  addOwnList(folder, existing, files);
  return new Map([...files].sort(([one], [other]) => (one < other ? -1 : 1)));
}

interface Todo {
  /** Index of the file's task in the plan. */
  number: number;
  path: string;
  key: string | null;
  group: string | undefined;
  before: OutputFile | undefined;
}

/**
 * Renders all files. If a second process is started, both processes take batches from the same
 * list.
 */
async function renderAll(
  todo: readonly Todo[],
  {
    first,
    start,
    onRendered,
  }: Pick<RenderOptions, 'start' | 'onRendered'> & { first: RendererProcess },
  done: (path: string, file: OutputFile) => void,
): Promise<void> {
  const batches = batchesOf(todo).values();
  let rendered = 0;
  const work = async (process: RendererProcess) => {
    for (const batch of batches) {
      const written = await process.render(
        batch.map(({ number, before }) => [number, before?.digest]),
      );
      batch.forEach(({ path, key, before }, index) => {
        const file = written[index] ?? before;
        // A file of which a part is missing gets no key, so that the next build renders it again.
        if (file) done(path, { ...file, key: file.isStandIn ? null : key });
      });
      rendered += batch.length;
      onRendered?.(rendered, todo.length);
      // Yields to the event loop, so that messages of the second process arrive while this process
      // renders.
      await turn();
    }
  };
  const second = async () => {
    if (!first.isShared || todo.length < minShared) return;
    const process = await start();
    if (!isDeepStrictEqual(process.plan, first.plan))
      throw new Error('The content changed while it was read.');
    await Promise.all(Array.from({ length: batchesInFlight }, () => work(process)));
    await process.end();
  };
  await Promise.all([work(first).then(() => first.end()), second()]);
}

/**
 * Divides the files into batches. Groups come first, because some groups take long. The files of one
 * release follow each other, so that a process reads the release once for all of them.
 */
function batchesOf(todo: readonly Todo[]): Todo[][] {
  const { single = [], grouped = [] } = Object.groupBy(todo, ({ group }) =>
    group === undefined ? 'single' : 'grouped',
  );
  const groups = [...Map.groupBy(grouped, ({ group }) => group).values()];
  const alone = [...Map.groupBy(single, ({ path }) => withoutEnding(path)).values()].flat();
  const others = Array.from({ length: Math.ceil(alone.length / batchSize) }, (_, batch) =>
    alone.slice(batch * batchSize, (batch + 1) * batchSize),
  );
  return [...groups, ...others];
}

/** The part of a path that all files of a release share, such as `releases/a` of `releases/a.md`. */
function withoutEnding(path: string): string {
  return path.replace(/(?:\/index\.html|\.[^/]*)$/, '');
}

/**
 * Number of requests that the second process gets in advance. These requests keep it busy while the
 * first process renders and receives no messages.
 */
const batchesInFlight = 3;
/**
 * Files per batch. In batches of this size, the cost of messages is small compared with rendering.
 */
const batchSize = 50;
/**
 * Minimum number of files for a second process. With fewer files, the first process has rendered
 * most of them before the second one has planned the site.
 */
const minShared = 1500;

/** Adds a file to the site that lists all files of the site, including itself. */
function addOwnList(folder: string, existing: OutputFiles, files: Map<string, OutputFile>): void {
  const before = existing.get(ownFilesName);
  const text = Buffer.from(ownFilesText(files.keys()));
  const file = putFile(folder, ownFilesName, text, before?.digest) ?? before;
  if (file) files.set(ownFilesName, { ...file, key: null });
}
