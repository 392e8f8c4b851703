import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { writeFileAtomically } from '../../lib/files/atomic-file.ts';
import { ifMissing } from '../../lib/files/missing.ts';
import { toJsonText } from '../../lib/json.ts';
import { SettingsError } from '../../model/errors.ts';
import { referredFiles } from '../resources/referred-files.ts';
import { bytesOf, type LazyFile } from './lazy-file.ts';
import type { DataSetFiles } from './read.ts';
import { DataSet } from './schema.ts';

/**
 * File mode: only the owner can read the export, because it contains subscribers, drafts and
 * addresses of webhooks.
 */
const ownerOnly = 0o600;

/**
 * Writes a data set, and its files into `files/` beside it. Replaces an earlier export.
 * @param option name of the command-line option for the path, for error messages
 * @throws SettingsError if the path cannot be written, or would overwrite a file that is not from
 * an export
 */
export async function writeDataSet(
  path: string,
  { data, files }: DataSetFiles,
  option = '--export',
): Promise<void> {
  const placed = files.map((one) => ({ one, file: join(dirname(path), 'files', one.name) }));
  try {
    const replaceable = referredFiles(await readEarlier(path, option));
    for (const { one, file } of placed)
      if (!replaceable.has(one.name) && !(await isFree(file, one))) throw notOurs(file, option);
    for (const { one, file } of placed)
      await writeFileAtomically(file, await bytesOf(one), ownerOnly);
    await writeFileAtomically(path, toJsonText(data), ownerOnly);
  } catch (error) {
    if (error instanceof SettingsError) throw error;
    throw new SettingsError(
      `The data set ${path} cannot be written (${(error as NodeJS.ErrnoException).code}). Use ${option} with a file in a writable folder.`,
      { cause: error },
    );
  }
}

/** Reads the existing export; an empty object if there is none. */
async function readEarlier(path: string, option: string): Promise<object> {
  const bytes = await readFile(path).catch(ifMissing);
  if (!bytes) return {};
  try {
    return DataSet.parse(JSON.parse(bytes.toString()));
  } catch {
    throw notOurs(path, option);
  }
}

/** Whether the file can be written: there is no file at the path, or it has the same bytes. */
async function isFree(path: string, file: LazyFile): Promise<boolean> {
  const there = await readFile(path).catch(ifMissing);
  return !there || there.equals(await bytesOf(file));
}

function notOurs(file: string, option: string): SettingsError {
  return new SettingsError(
    `${file} is not an export, and was not changed. Use ${option} with another file, in a folder of its own.`,
  );
}
