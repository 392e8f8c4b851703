import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { isMissing } from '../lib/missing.ts';
import { WaymarkError } from '../model/errors.ts';

/**
 * The value that a file's text holds.
 * @throws WaymarkError that names the file when it is not what sync writes
 */
export function parseFile<T>(
  contentDir: string,
  path: string,
  text: string,
  schema: z.ZodType<T>,
): T {
  try {
    return schema.parse(JSON.parse(text));
  } catch (cause) {
    throw new WaymarkError(
      `${join(contentDir, path)} is not what sync writes: ${first(cause)}.\nRestore it from version control, or delete the folder and run npm run sync again.`,
      { cause },
    );
  }
}

/** Names in a folder; none where there is no folder. */
export async function namesIn(folder: string): Promise<string[]> {
  return (await ifThere(readdir(folder))) ?? [];
}

/** A file's text; undefined where there is no file. */
export async function readIfThere(file: string): Promise<string | undefined> {
  return ifThere(readFile(file, 'utf8'));
}

/**
 * The same without waiting: of thousands of small files, waiting for each costs four times as much
 * as reading it.
 */
export function readNow(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** What a read gives; undefined where there is nothing to read. */
export async function ifThere<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

function first(cause: unknown): string {
  if (!(cause instanceof z.ZodError)) return 'it is not valid JSON';
  const [issue] = cause.issues;
  return `${issue?.path.join('.') || 'the whole'}: ${issue?.message}`;
}
