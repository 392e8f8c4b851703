import { mkdtempDisposableSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pLimit from 'p-limit';
import type { Client } from '../client/client.ts';
import { oneLine, shorten } from '../lib/text.ts';
import type { Asset } from '../model/content.ts';
import type { AssetKind, Kept } from './asset-bytes.ts';

// Takes addresses of pictures and files; gives copies of them for the content folder.
// Copies wait in a folder of their own, so that memory does not grow with their number.
// Never fails a sync because of them: what cannot be mirrored is named and left out.

export interface Mirror extends Disposable {
  /** A copy; undefined where there is none to be had, with a line in `notes` for what is then missing. */
  fetch(address: string, kind: AssetKind): Promise<Asset | undefined>;
  /** Whether what had no copy may have one another time. */
  mayPass(address: string, kind: AssetKind): boolean;
  /** Where a page leads readers to the original of what has no copy; undefined: nowhere. */
  link(address: string): string | undefined;
  /** Where the copies wait, by file name, until the mirror is disposed. */
  readonly files: ReadonlyMap<string, string>;
  /** What was left out, and why. */
  readonly notes: string[];
}

/** Each may hold 20 MiB; unpacked, a picture of 40 megapixels takes some 350 MB: only one is. */
const inMemory = 4;
const unpacked = 1;

export function createMirror(client: Pick<Client, 'download' | 'baseUrl'>): Mirror {
  const files = new Map<string, string>();
  const notes: string[] = [];
  const asked = new Map<string, Promise<Asset | undefined>>();
  const unavailable = new Set<string>();
  const keyOf = (address: string, kind: AssetKind) =>
    `${kind} ${URL.parse(address, client.baseUrl)?.href ?? address}`;
  const folder = mkdtempDisposableSync(join(tmpdir(), 'waymark-assets-'));
  const copies = createCopies(client);

  const mirror = async (address: string, kind: AssetKind): Promise<Asset | undefined> => {
    const copy = await copies(address, kind);
    if ('why' in copy) {
      if (copy.mayPass) unavailable.add(keyOf(address, kind));
      // A video that has no copy is linked: nothing is left out.
      if (kind !== 'video')
        notes.push(`left out ${shorten(oneLine(address), 200)}: ${oneLine(copy.why)}`);
      return undefined;
    }
    const path = join(folder.path, copy.asset.file);
    if (!files.has(copy.asset.file)) await writeFile(path, copy.data);
    files.set(copy.asset.file, path);
    return copy.asset;
  };

  return {
    files,
    notes,
    mayPass: (address, kind) => unavailable.has(keyOf(address, kind)),
    link: () => undefined,
    fetch: (address, kind) => {
      const key = keyOf(address, kind);
      const asset = asked.get(key) ?? mirror(address, kind);
      asked.set(key, asset);
      return asset;
    },
    [Symbol.dispose]: folder.remove,
  };
}

interface NotKept {
  why: string;
  mayPass: boolean;
}

/** Copies of what stands at an address, or why there is none; only so many are in memory at a time. */
function createCopies({ download }: Pick<Client, 'download'>) {
  const [coming, unpacking] = [pLimit(inMemory), pLimit(unpacked)];
  const copy = async (address: string, kind: AssetKind): Promise<Kept | NotKept> => {
    const found = await download(address);
    if (found.kind !== 'bytes') return { why: found.why, mayPass: found.kind === 'unavailable' };
    // Loaded when it is needed: many syncs meet no picture, and its libraries are megabytes.
    const { keep } = await import('./asset-bytes.ts');
    return unpacking(() =>
      keep[kind](found.bytes).catch((error: Error) => ({ why: error.message, mayPass: false })),
    );
  };
  return (address: string, kind: AssetKind) => coming(() => copy(address, kind));
}
