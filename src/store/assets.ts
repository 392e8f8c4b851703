import { type Stats, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { digest } from '../lib/digest.ts';
import { forEachYielding } from '../lib/time/for-each-yielding.ts';
import { parseVariantName } from '../model/content/variants.ts';
import { assertNoPipe, fileNamesIn } from './content-file.ts';
import { assetFolder, tableFiles } from './layout.ts';

/** The name of a mirrored file, by its bytes: changed bytes get a new address. */
export function assetName(bytes: Uint8Array, ending: string): string {
  return `${stemOf(bytes)}.${ending}`;
}

/** Names of the mirrored files. */
export async function assetNames(contentDir: string): Promise<string[]> {
  const names = await fileNamesIn(join(contentDir, assetFolder));
  return names.filter((name) => !name.startsWith('.'));
}

/** The bytes of a mirrored file. */
export async function readAsset(contentDir: string, name: string): Promise<Buffer> {
  const file = join(contentDir, assetFolder, name);
  assertNoPipe(file);
  return readFile(file);
}

/** The bytes of a mirrored file; undefined if it is missing or does not match its name. */
export async function readMirrored(contentDir: string, name: string): Promise<Buffer | undefined> {
  const bytes = await readAsset(contentDir, name).catch(() => undefined);
  return bytes && stemOf(bytes) === parse(name).name ? bytes : undefined;
}

/**
 * Sizes of the mirrored files, by name. Files touched since the last sync wrote its state are read,
 * and count only if they match their names. The names of WebP versions say nothing of their bytes.
 */
export async function assetSizes(contentDir: string): Promise<Map<string, number>> {
  const written = statOf(join(contentDir, tableFiles.state))?.ctimeMs ?? 0;
  const sizes = new Map<string, number>();
  const touched: string[] = [];
  await forEachYielding(await assetNames(contentDir), (name) => {
    const found = statOf(join(contentDir, assetFolder, name));
    if (found) sizes.set(name, found.size);
    if (found && found.ctimeMs > written) touched.push(name);
  });
  for (const name of touched)
    if (!parseVariantName(name) && !(await isMirrored(contentDir, name))) sizes.delete(name);
  return sizes;
}

/** Whether a file is named by its bytes, which only mirroring does. */
export async function isMirrored(contentDir: string, name: string): Promise<boolean> {
  const stem = parse(name).name;
  // Other files may be too large to read.
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
