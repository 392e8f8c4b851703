import { type Stats, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { digest } from '../lib/digest.ts';
import { forEachYielding } from '../lib/time/for-each-yielding.ts';
import { parseVariantName } from '../model/content/variants.ts';
import { assertNoPipe, fileNamesIn } from './content-file.ts';
import { assetFolder, tableFiles } from './layout.ts';

/**
 * The name of a mirrored file: a digest of its bytes, so that a changed file gets a new address.
 * @param ending file extension, without the dot
 */
export function assetName(bytes: Uint8Array, ending: string): string {
  return `${stemOf(bytes)}.${ending}`;
}

export async function assetNames(contentDir: string): Promise<string[]> {
  const names = await fileNamesIn(join(contentDir, assetFolder));
  return names.filter((name) => !name.startsWith('.'));
}

export async function readAsset(contentDir: string, name: string): Promise<Buffer> {
  const file = join(contentDir, assetFolder, name);
  assertNoPipe(file);
  return readFile(file);
}

/** Reads a mirrored file. Undefined if it is missing, or if its bytes do not match its name. */
export async function readMirrored(contentDir: string, name: string): Promise<Buffer | undefined> {
  const bytes = await readAsset(contentDir, name).catch(() => undefined);
  return bytes && stemOf(bytes) === parse(name).name ? bytes : undefined;
}

/**
 * Sizes of the mirrored files, by name. Files that changed after the last sync are left out if
 * their bytes do not match their names. Smaller WebP versions are not checked, because they are
 * named after their original.
 * @param names the files to look at; by default, all
 */
export async function assetSizes(
  contentDir: string,
  names?: Iterable<string>,
): Promise<Map<string, number>> {
  const written = statOf(join(contentDir, tableFiles.state))?.ctimeMs ?? 0;
  const sizes = new Map<string, number>();
  const touched: string[] = [];
  await forEachYielding([...(names ?? (await assetNames(contentDir)))], (name) => {
    const found = statOf(join(contentDir, assetFolder, name));
    if (found) sizes.set(name, found.size);
    if (found && found.ctimeMs > written) touched.push(name);
  });
  for (const name of touched)
    if (!parseVariantName(name) && !(await isMirrored(contentDir, name))) sizes.delete(name);
  return sizes;
}

/** Whether a file's name is the digest of its bytes. This is true only of mirrored files. */
export async function isMirrored(contentDir: string, name: string): Promise<boolean> {
  const stem = parse(name).name;
  // The form of the name is checked first, because another program's file may be too large to read.
  return stemPattern.test(stem) && stem === stemOf(await readAsset(contentDir, name));
}

function statOf(path: string): Stats | undefined {
  return statSync(path, { throwIfNoEntry: false });
}

const stemLength = 20;
const stemPattern = new RegExp(`^[\\da-f]{${stemLength}}$`);

function stemOf(bytes: Uint8Array): string {
  return digest(bytes, stemLength);
}
