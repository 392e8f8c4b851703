import { readFileSync, statSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { isMissing } from '../lib/files/missing.ts';
import { command } from '../lib/processes/command.ts';
import { contentVersion } from '../model/content/content-version.ts';
import { WaymarkError } from '../model/errors.ts';
import { logs, tableFiles } from './layout.ts';

/**
 * Parses the text of a content file.
 * @throws WaymarkError if the text is damaged or was written by another program
 * @throws NewerContentError if a newer version of Waymark wrote the content
 */
export function parseFile<T>(
  contentDir: string,
  path: string,
  text: string,
  schema: z.ZodType<T>,
): T {
  const otherwise = logs.some((name) => path === tableFiles[name]) ? setAside : makeAnew;
  try {
    const value: unknown = JSON.parse(text);
    if (path === tableFiles.workspace) assertReadable(contentDir, value);
    return schema.parse(value);
  } catch (cause) {
    if (cause instanceof NewerContentError) throw cause;
    throw new WaymarkError(
      `${join(contentDir, path)} is damaged, or was not written by sync: ${first(cause)}.\nRestore it from version control, or ${otherwise}.`,
      { cause },
    );
  }
}

/**
 * Reads and parses a file. Undefined if it is missing.
 * @throws the same errors as `parseFile`
 */
export async function readParsed<T>(
  contentDir: string,
  path: string,
  schema: z.ZodType<T>,
): Promise<T | undefined> {
  const text = await readIfThere(join(contentDir, path));
  return text === undefined ? undefined : parseFile(contentDir, path, text, schema);
}

const makeAnew = `delete this file and run ${command('sync')} again`;
const setAside = `run ${command('sync')}, which keeps a copy of the damaged file, because sync cannot recreate it`;

/** Names of the files in a folder, without folders. Empty if the folder is missing. */
export async function fileNamesIn(folder: string): Promise<string[]> {
  const entries = await ifThere(readdir(folder, { withFileTypes: true }), folder);
  return (entries ?? []).filter((entry) => !entry.isDirectory()).map(({ name }) => name);
}

/** The text of a file; undefined if it is missing. */
export async function readIfThere(file: string): Promise<string | undefined> {
  assertNoPipe(file);
  return ifThere(readFile(file, 'utf8'), file);
}

/**
 * Refuses named pipes, sockets and devices, because reading one may never end.
 * @throws WaymarkError
 */
export function assertNoPipe(
  file: string,
  found = statSync(file, { throwIfNoEntry: false }),
): void {
  if (!found || found.isFile() || found.isDirectory()) return;
  throw new WaymarkError(
    `${file} cannot be read: it is a named pipe, socket or device, not a file.\nMove it away, then run ${command('sync')}.`,
  );
}

/**
 * Reads a file synchronously, unless it still has this stamp: `text` is then undefined. For thousands
 * of small files, asynchronous calls take four times as long.
 * @returns undefined if the file is missing. `stamp` has its size, times and inode, so it differs if
 * the file was written.
 */
export function readNow(
  file: string,
  known?: string,
): { stamp: string; text: string | undefined } | undefined {
  const found = statSync(file, { throwIfNoEntry: false });
  const stamp = found ? `${found.size} ${found.mtimeMs} ${found.ctimeMs} ${found.ino}` : '';
  if (found && stamp === known) return { stamp, text: undefined };
  assertNoPipe(file, found);
  return readAt(file, stamp);
}

/** Reads a file of which the stamp is known, as `readNow` does. */
export function readAt(file: string, stamp: string): { stamp: string; text: string } | undefined {
  try {
    return { stamp, text: readFileSync(file, 'utf8') };
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw inTheWay(file, error);
  }
}

/** The result of a read; undefined if the path does not exist. */
export async function ifThere<T>(reading: Promise<T>, path: string): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw inTheWay(path, error);
  }
}

/** Explains an error whose cause is a file where a folder is expected, or the reverse. */
function inTheWay(path: string, error: unknown): unknown {
  const { code = '' } = error as NodeJS.ErrnoException;
  const [actual, expected] = kinds[code] ?? [];
  if (!actual) return error;
  return new WaymarkError(
    `${path} cannot be read: there is ${actual} instead of ${expected}.\nMove it away, then run ${command('sync')}.`,
    { cause: error },
  );
}

const kinds: Record<string, [actual: string, expected: string]> = {
  EISDIR: ['a folder', 'a file'],
  ENOTDIR: ['a file', 'a folder'],
};

function first(cause: unknown): string {
  if (!(cause instanceof z.ZodError)) return 'it is not valid JSON';
  const [issue] = cause.issues;
  return `${issue?.path.join('.') || 'the whole'}: ${issue?.message}`;
}

/** The content was written by a newer Waymark. It is not damaged, so it must not be changed. */
export class NewerContentError extends WaymarkError {}

/**
 * Checks the version of the content.
 * @param workspace the JSON of `workspace.json`, not yet validated
 * @throws NewerContentError
 */
function assertReadable(contentDir: string, workspace: unknown): void {
  const version = (workspace as { content_version?: unknown } | null)?.content_version;
  if (typeof version === 'number' && version > contentVersion)
    throw new NewerContentError(
      `${contentDir} has content of version ${version}, but this Waymark reads at most version ${contentVersion}. Update Waymark, or set CONTENT_DIR to another folder.`,
    );
}
