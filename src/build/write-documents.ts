import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import pLimit from 'p-limit';
import { z } from 'zod';
import type { Document } from '../feeds/document.ts';

/** A document with the key of all that it shows, where it has one. */
export interface KeyedDocument extends Pick<Document, 'path'> {
  key: string | undefined;
  write(): Promise<string | Buffer> | string;
}

/** More at once would not be written sooner. */
const filesAtOnce = 8;

/**
 * Writes documents into a kept output: of those that have a key, the ones whose key is another than
 * the last time. Beside the output it leaves a list of them all.
 */
export async function writeDocuments(
  folder: string,
  documents: readonly KeyedDocument[],
): Promise<void> {
  const list = listOf(folder);
  const before = Keys.parse(JSON.parse(await readFile(list, 'utf8').catch(() => '{}')));
  await pLimit(filesAtOnce).map(documents, async ({ path, key, write }) => {
    const file = join(folder, path);
    if (key !== undefined && before[path] === key && existsSync(file)) return;
    const written = await write();
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, written);
  });
  const keys = Object.fromEntries(documents.map(({ path, key }) => [path, key ?? null]));
  await writeFile(list, JSON.stringify(keys satisfies Keys));
}

/** Paths of all documents of an output. */
export async function documentsIn(folder: string): Promise<string[]> {
  const keys = Keys.parse(JSON.parse(await readFile(listOf(folder), 'utf8')));
  return Object.keys(keys);
}

/** Keys by path. */
const Keys = z.record(z.string(), z.string().nullable());
type Keys = z.infer<typeof Keys>;

function listOf(folder: string): string {
  return join(dirname(folder), 'documents.json');
}
