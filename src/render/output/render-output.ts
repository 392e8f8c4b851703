import { setImmediate as turn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { removeFile } from '../../lib/files/remove-file.ts';
import type { IndexedFile } from '../../publish/generations/file-index.ts';
import { ownFilesName, ownFilesText } from '../../publish/generations/own-files.ts';
import type { OutputFile, OutputFiles } from './incremental-output.ts';
import { putFile } from './put-file.ts';
import type { RendererProcess } from './renderer-process.ts';

export interface RenderOptions {
  /** Of what is there: whether a file with the same key has the same bytes. */
  isKnown: boolean;
  /** Starts one that renders into the output. */
  start: () => Promise<RendererProcess>;
  /** Told how many files are rendered, of how many; those that are kept are not among them. */
  onRendered?: ((done: number, total: number) => void) | undefined;
  /** Told the titles of releases that no card can show. */
  onNotes?: ((notes: readonly string[]) => void) | undefined;
}

/**
 * Brings an output up to what renderers plan: has the files rendered whose keys are others than
 * before, and removes what the plan names no more. Many files are shared by two that render.
 * @param kept what is there
 * @param copied what was put there that nobody renders
 * @returns what is there then, sorted by path
 */
export async function renderOutput(
  folder: string,
  kept: OutputFiles,
  copied: OutputFiles,
  { isKnown, start, onRendered, onNotes }: RenderOptions,
): Promise<OutputFiles> {
  const files = new Map(copied);
  const todo: Todo[] = [];
  const first = await start();
  if (first.notes.length > 0) onNotes?.(first.notes);
  first.plan.forEach(([path, key, group], number) => {
    if (files.has(path)) return;
    const before = kept.get(path);
    if (before && isKnown && key !== null && before.key === key) files.set(path, before);
    else todo.push({ number, path, key, group, before });
  });
  // First: where a file was, a folder may have to be.
  const planned = new Set([...copied.keys(), ...first.plan.map(([path]) => path), ownFilesName]);
  for (const path of kept.keys()) if (!planned.has(path)) removeFile(folder, path);
  await renderAll(todo, { first, start, onRendered }, (path, file) => files.set(path, file));
  addOwnList(folder, kept, files);
  return new Map([...files].sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** A file to be rendered: its number in the plan, and what is there by now. */
interface Todo {
  number: number;
  path: string;
  key: string | null;
  group: string | undefined;
  before: OutputFile | undefined;
}

/** Two processes take their tasks from one list of parts. */
async function renderAll(
  todo: readonly Todo[],
  {
    first,
    start,
    onRendered,
  }: Pick<RenderOptions, 'start' | 'onRendered'> & { first: RendererProcess },
  done: (path: string, file: OutputFile) => void,
): Promise<void> {
  const parts = partsOf(todo).values();
  let rendered = 0;
  const work = async (process: RendererProcess) => {
    for (const part of parts) {
      const written = await process.render(
        part.map(({ number, before }) => [number, before?.digest]),
      );
      part.forEach(({ path, key, before }, index) => {
        const file = written[index] ?? before;
        if (file) done(path, outputFile(file, key, written[index]?.isStandIn));
      });
      rendered += part.length;
      onRendered?.(rendered, todo.length);
      // Where this process renders itself, it hears only then what the other one says.
      await turn();
    }
  };
  const second = async () => {
    if (!first.isShared || todo.length < many) return;
    const process = await start();
    if (!isDeepStrictEqual(process.plan, first.plan))
      throw new Error('The content changed while it was read.');
    await Promise.all(Array.from({ length: atHand }, () => work(process)));
    await process.end(false);
  };
  await Promise.all([work(first).then(() => first.end(true)), second()]);
}

/** What one process renders at once. Whole groups, of which some take long, come first. */
function partsOf(todo: readonly Todo[]): Todo[][] {
  const { alone = [], grouped = [] } = Object.groupBy(todo, ({ group }) =>
    group === undefined ? 'alone' : 'grouped',
  );
  const groups = [...Map.groupBy(grouped, ({ group }) => group).values()];
  const others = Array.from({ length: Math.ceil(alone.length / atOnce) }, (_, part) =>
    alone.slice(part * atOnce, (part + 1) * atOnce),
  );
  return [...groups, ...others];
}

/** What another file stands in for has no key: the next build renders it again. */
function outputFile(
  { size, mtimeMs, ino, digest }: IndexedFile,
  key: string | null,
  isStandIn = false,
): OutputFile {
  return { size, mtimeMs, ino, digest, ...(isStandIn ? { key: null, isStandIn } : { key }) };
}

/** Parts that another process goes on with while the first, in the midst of one, does not hear it. */
const atHand = 3;
/** As many as take longer than the words that are said about them. */
const atOnce = 50;
/** Of fewer, most are rendered before a second process knows its plan. */
const many = 1500;

/** The list of all files of the site, itself among them. */
function addOwnList(folder: string, kept: OutputFiles, files: Map<string, OutputFile>): void {
  const before = kept.get(ownFilesName);
  const text = Buffer.from(ownFilesText(files.keys()));
  const file = putFile(folder, ownFilesName, text, before?.digest) ?? before;
  if (file) files.set(ownFilesName, { ...file, key: null });
}
