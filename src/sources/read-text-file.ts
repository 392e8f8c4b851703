import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { decodeUtf8 } from '../lib/text/text.ts';
import { SettingsError } from '../model/errors.ts';
import type { ChangesetFile } from './changesets/convert-changesets.ts';

const mebibyte = 1024 * 1024;
const defaultMaxBytes = 32 * mebibyte;

/** @param name of the file in errors @throws SettingsError that names it, and what to do */
export async function readTextFile(
  file: string,
  name = file,
  maxBytes = defaultMaxBytes,
): Promise<string> {
  const bytes = await reading(name, async () => {
    const { size } = await stat(file);
    if (size > maxBytes)
      throw new SettingsError(
        `${name} is larger than ${maxBytes / mebibyte} MiB. Split it into smaller files.`,
      );
    return readFile(file);
  });
  const text = decodeUtf8(bytes);
  if (text !== undefined) return text;
  throw new SettingsError(`${name} is not UTF-8. Save it as that.`);
}

/** The files of a folder of changesets, but for its README. @throws SettingsError likewise */
export async function readMarkdownIn(folder: string): Promise<ChangesetFile[]> {
  const names = await reading(folder, () => readdir(folder));
  const wanted = names.filter((name) => /\.md$/i.test(name) && !/^(?:readme\.md$|\.)/i.test(name));
  const files: ChangesetFile[] = [];
  for (const name of wanted) files.push({ name, text: await readTextFile(join(folder, name)) });
  return files;
}

async function reading<T>(path: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof SettingsError) throw error;
    throw new SettingsError(
      `${path} cannot be read (${(error as NodeJS.ErrnoException).code}). Check its name.`,
      { cause: error },
    );
  }
}
