import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { digest } from '../lib/digest.ts';
import { inTurns } from '../lib/in-turns.ts';
import { fileNamesIn } from './content-file.ts';
import { assetFolder } from './layout.ts';

/** What a mirrored file is called: by its bytes, so that other bytes have another address. */
export function assetName(bytes: Uint8Array, ending: string): string {
  return `${stemOf(bytes)}.${ending}`;
}

/** Names of the mirrored files. */
export async function assetNames(contentDir: string): Promise<string[]> {
  const names = await fileNamesIn(join(contentDir, assetFolder));
  return names.filter((name) => !name.startsWith('.'));
}

/** The bytes of a mirrored file. */
export function readAsset(contentDir: string, name: string): Promise<Buffer> {
  return readFile(join(contentDir, assetFolder, name));
}

/** How many bytes each of the mirrored files holds, by name. */
export async function assetSizes(contentDir: string): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  await inTurns(await assetNames(contentDir), (name) => {
    const found = statSync(join(contentDir, assetFolder, name), { throwIfNoEntry: false });
    if (found) sizes.set(name, found.size);
  });
  return sizes;
}

/** Whether a file is called by its bytes: nobody but a mirror calls one so. */
export async function isMirrored(contentDir: string, name: string): Promise<boolean> {
  return parse(name).name === stemOf(await readAsset(contentDir, name));
}

function stemOf(bytes: Uint8Array): string {
  return digest(bytes, 20);
}
