/** Reads files that an operator names, each no larger than a bound; a pipe or a device is refused. */
import { constants } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { decodeUtf8 } from '../../lib/text/text.ts';
import { SettingsError } from '../../model/errors.ts';
import { limits } from '../../model/limits.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** @param named in errors @throws SettingsError that names the file */
export async function readNotes(file: string, named = file): Promise<string> {
  const text = decodeUtf8(await read(file, { named, maxBytes: limits.body }));
  if (text !== undefined) return text;
  throw new SettingsError(`${named} is not UTF-8. Save it as that.`);
}

/**
 * Reads a picture in the folder of a file or below; what is reached by a link or by `..` is refused.
 * @throws SettingsError that names the picture
 */
export async function readBeside(file: string, path: string, name = file): Promise<Bytes> {
  const named = `${name}: ${path}`;
  const parts = path.split('/').filter((part) => part !== '.');
  if (parts.some((part) => part === '..' || part === '' || part.includes('\\')))
    throw refused(named, 'is not below the folder of that file');
  const folder = await realpath(dirname(file));
  const place = join(folder, ...parts);
  const real = await realpath(place).catch((error) => {
    throw refused(named, `cannot be read (${error.code})`, error);
  });
  if (real !== place) throw refused(named, 'is a link, or in a folder that is one');
  return read(place, { named, maxBytes: limits.file });
}

async function read(
  path: string,
  { named, maxBytes }: { named: string; maxBytes: number },
): Promise<Bytes> {
  try {
    // Without O_NONBLOCK, opening a pipe waits for a writer.
    await using handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const stat = await handle.stat();
    if (!stat.isFile()) throw refused(named, 'is not a regular file');
    if (stat.size > maxBytes) throw refused(named, `is over ${maxBytes / 2 ** 20} MiB`);
    return new Uint8Array(await handle.readFile());
  } catch (error) {
    if (error instanceof SettingsError) throw error;
    throw refused(named, `cannot be read (${(error as NodeJS.ErrnoException).code})`, error);
  }
}

function refused(named: string, why: string, cause?: unknown): SettingsError {
  return new SettingsError(`${named} ${why}.`, { cause });
}
