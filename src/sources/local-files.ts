import { constants } from 'node:fs';
import { open, readdir, realpath } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { isMissing } from '../lib/files/missing.ts';
import { remedyFor } from '../lib/remedy.ts';
import { decodeUtf8 } from '../lib/text/text.ts';
import { SettingsError } from '../model/errors.ts';
import { limits } from '../model/limits.ts';
import type { ChangesetFile } from './changesets/convert-changesets.ts';
import { SourceError } from './source.ts';

// Reads files that an operator named, up to a maximum size. Pipes and devices are refused.

const mebibyte = 2 ** 20;

/**
 * Reads a text file.
 * @param name the file's name in error messages
 * @throws SettingsError if the file cannot be read
 */
export async function readTextFile(file: string, name = file, maxBytes = 32 * mebibyte) {
  const text = decodeUtf8(await readRegular(file, name, maxBytes));
  // UTF-16 without a byte order mark can be valid UTF-8.
  if (text !== undefined && !/^.?\0/s.test(text)) return text;
  throw new SettingsError(`${name} is not UTF-8. Save it as UTF-8.`);
}

/** Each line may be a block of its own, and a million blocks take gigabytes of memory. */
const maxLines = 250_000;

/**
 * Reads a file of Markdown, by default a changelog.
 * @param name the file's name in error messages
 * @throws SettingsError if the file cannot be read, or has too many lines
 */
export async function readMarkdown(file: string, name = file, maxBytes = 8 * mebibyte) {
  const text = await readTextFile(file, name, maxBytes);
  let lines = 0;
  for (const _ of text.matchAll(/\r\n?|\n/g)) lines += 1;
  if (lines <= maxLines) return text;
  throw new SettingsError(
    `${name} has more than ${maxLines.toLocaleString('en')} lines. Make it smaller or split it.`,
  );
}

/**
 * Reads a text that becomes the body of an entry.
 * @throws SettingsError if the file cannot be read
 */
export function readNotes(file: string, name = file): Promise<string> {
  return readMarkdown(file, name, limits.body);
}

/**
 * Reads the files in a folder of changesets, except its README.
 * @throws SettingsError
 */
export async function readMarkdownIn(folder: string): Promise<ChangesetFile[]> {
  const names = await readdir(folder).catch((error) => {
    throw createReadError(folder, error);
  });
  const files: ChangesetFile[] = [];
  for (const name of names)
    if (/\.md$/i.test(name) && !/^(?:readme\.md$|\.)/i.test(name))
      files.push({ name, text: await readMarkdown(join(folder, name)) });
  return files;
}

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * Reads a picture in the folder of a text file, or below that folder. Paths with links or `..` are
 * refused.
 * @throws SettingsError that names the picture
 */
export async function readBeside(file: string, path: string, name = file): Promise<Bytes> {
  const named = `${name}: ${path}`;
  const parts = path.split('/').filter((part) => part !== '.');
  if (parts.some((part) => part === '..' || part === '' || part.includes('\\')))
    throw new SettingsError(
      `${named} is outside the folder of that file. Use a path inside that folder.`,
    );
  const folder = await realpath(dirname(file));
  const place = await findNormalized(folder, parts);
  const real = await realpath(place).catch((error) => {
    throw createReadError(named, error);
  });
  if (real !== place)
    throw new SettingsError(
      `${named} is a symbolic link, or is in a folder that is a symbolic link. Use the real file.`,
    );
  return readRegular(place, named, limits.file);
}

/**
 * The path of a file, even if Unicode composes the letters of its name in another way than the text
 * that refers to it.
 */
async function findNormalized(folder: string, parts: readonly string[]): Promise<string> {
  let place = folder;
  for (const part of parts) {
    const names = await readdir(place).catch((): string[] => []);
    const same = names.find((name) => name.normalize('NFC') === part.normalize('NFC'));
    place = join(place, names.includes(part) ? part : (same ?? part));
  }
  return place;
}

/**
 * Refuses a path that does not exist, or that leaves the folder through a link.
 * @param or another remedy for a path that does not exist
 * @throws SourceError
 */
export async function refuseOutside(path: string, folder: string, or = ''): Promise<void> {
  const place = join(folder, path);
  const real = await realpath(place).catch((error) => {
    if (!isMissing(error)) return place;
    throw new SourceError(`${path} does not exist. Check its name in sources.yaml${or}.`);
  });
  const [first] = relative(await realpath(folder), real).split(sep);
  if (first === '..')
    throw new SourceError(
      `${path} is a symbolic link to a place outside the folder of sources.yaml.`,
    );
}

async function readRegular(path: string, name: string, maxBytes: number): Promise<Bytes> {
  try {
    // Without O_NONBLOCK, opening a pipe would wait for a writer.
    await using handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const stat = await handle.stat();
    if (!stat.isFile()) throw new SettingsError(`${name} is not a regular file.`);
    if (stat.size > maxBytes)
      throw new SettingsError(
        `${name} is larger than ${maxBytes / mebibyte} MiB. Make it smaller or split it.`,
      );
    return new Uint8Array(await handle.readFile());
  } catch (error) {
    throw error instanceof SettingsError ? error : createReadError(name, error);
  }
}

function createReadError(name: string, cause: unknown): SettingsError {
  const { code } = cause as NodeJS.ErrnoException;
  const remedy = isMissing(cause) ? 'Check its name.' : remedyFor(cause);
  return new SettingsError(`${name} cannot be read (${code}). ${remedy}`, { cause });
}
