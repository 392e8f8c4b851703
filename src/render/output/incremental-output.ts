import { existsSync, readFileSync, type Stats, statSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { digest } from '../../lib/digest.ts';
import { writeFileAtomically } from '../../lib/files/atomic-file.ts';
import { fileStamp } from '../../lib/files/file-stamp.ts';
import { removeFile } from '../../lib/files/remove-file.ts';
import { forEachYielding } from '../../lib/time/for-each-yielding.ts';
import { type IndexedFile, isAsKnown, statsIn } from '../../publish/generations/file-index.ts';
import { builtFor } from './build-cache.ts';

// What an output holds, from one build to the next: of each file the key of what it shows, and what
// the disk says of it. A file that is not as it was left is not kept, whoever changed it.
// Never shared: only who holds the lock of its build cache reads or writes it.

export interface OutputFile extends IndexedFile {
  /** Of what it shows; null where only its bytes tell. */
  key: string | null;
  /** Set where another file stands there until the next build. */
  isStandIn?: boolean;
}

/** By path, below the base. */
export type OutputFiles = ReadonlyMap<string, OutputFile>;

export interface IncrementalOutput {
  /** Of the renderer that made it. */
  fingerprint: string;
  /** A stamp of the content that it shows; undefined where a build did not finish. */
  content: string | undefined;
  files: OutputFiles;
}

/** Where the site itself stands. */
export function outputFolder(buildCache: string): string {
  return join(buildCache, 'site');
}

/** What the build before left, as far as it is still there. */
export async function loadOutput(buildCache: string): Promise<IncrementalOutput> {
  const known = await readOutput(buildCache);
  if (!known) await clear(buildCache);
  return asItStands(buildCache, known ?? { fingerprint: '', content: undefined, files: new Map() });
}

/** What is written down of an output; undefined where that is nothing, or cannot be understood. */
async function readOutput(buildCache: string): Promise<IncrementalOutput | undefined> {
  const list = await readList(buildCache);
  if (!list) return undefined;
  const content = await textOf(join(buildCache, finished));
  const files = list.rows.map(([path, key, size, mtimeMs, ino, digest]) => {
    return [path, { key, size, mtimeMs, ino, digest }] as const;
  });
  return { fingerprint: list.fingerprint, content, files: new Map(files) };
}

/** What of an output is as it is known. */
export async function asItStands(
  buildCache: string,
  { fingerprint, content, files: known }: IncrementalOutput,
): Promise<IncrementalOutput> {
  const folder = outputFolder(buildCache);
  const files = new Map<string, OutputFile>();
  await forEachYielding(known, ([path, file]) => {
    const now = statSync(join(folder, path), { throwIfNoEntry: false });
    if (now && isAsKnown(now, file)) files.set(path, file);
    else if (now && isSameFile(join(folder, path), now, file))
      files.set(path, { ...file, mtimeMs: now.mtimeMs, ino: now.ino });
  });
  // Nobody knows what a build wrote that did not finish.
  if (content === undefined && existsSync(folder))
    for (const path of (await statsIn(folder)).keys())
      if (!files.has(path)) removeFile(folder, path);
  return { fingerprint, content: files.size === known.size ? content : undefined, files };
}

/** Another text whenever anybody wrote down something else of an output. */
export function outputStamp(buildCache: string): Promise<string> {
  return fileStamp([join(buildCache, list), join(buildCache, finished)]);
}

/** To be called before anything is written into an output. */
export async function markUnfinished(buildCache: string): Promise<void> {
  await rm(join(buildCache, finished), { force: true });
}

/** To be called when all of it is there. */
export async function saveOutput(buildCache: string, output: IncrementalOutput): Promise<void> {
  const { fingerprint, content, files } = output;
  const rows = Array.from(files, ([path, { key, size, mtimeMs, ino, digest: own }]): Row => {
    return [path, key, size, mtimeMs, ino, own];
  });
  await writeFileAtomically(join(buildCache, list), JSON.stringify({ fingerprint, rows }));
  if (content !== undefined) await writeFileAtomically(join(buildCache, finished), content);
}

/** A cache that was restored in CI has other times and inodes, and the same bytes. */
function isSameFile(file: string, { size }: Stats, known: IndexedFile): boolean {
  if (size !== known.size || size > mostRead) return false;
  return digest(readFileSync(file)) === known.digest;
}

/** In bytes: to bring a larger file there again costs no more than to read it. */
const mostRead = 64 * 1024 * 1024;

const list = 'output.json';
const finished = 'finished';

const Row = z.tuple([
  z.string(),
  z.string().nullable(),
  z.number(),
  z.number(),
  z.number(),
  z.string(),
]);
type Row = z.infer<typeof Row>;
const List = z.object({ fingerprint: z.string(), rows: z.array(Row) });

async function readList(buildCache: string): Promise<z.infer<typeof List> | undefined> {
  try {
    return List.parse(JSON.parse((await textOf(join(buildCache, list))) ?? ''));
  } catch {
    return undefined;
  }
}

/** Without a list of it, or with that of another Waymark, nothing that lies there is of use. */
async function clear(buildCache: string): Promise<void> {
  for (const name of await readdir(buildCache))
    if (name !== builtFor) await rm(join(buildCache, name), { recursive: true, force: true });
}

function textOf(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch(() => undefined);
}
