import { mkdtempDisposableSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pLimit from 'p-limit';
import type { Client } from '../client/client.ts';
import { withoutCredentials } from '../lib/printable.ts';
import { oneLine, shorten } from '../lib/text.ts';
import type { Asset } from '../model/content.ts';
import type { AssetKind, Kept } from './asset-bytes.ts';

// Takes addresses of pictures and files; gives copies of them for the content folder.
// Copies wait in a folder of their own, so that memory does not grow with their number.
// Never fails a sync because of them: what cannot be mirrored is named and left out.

export interface Mirror extends Disposable {
  /** What stands at an address, asked for once; never rejects because of it. */
  fetch(address: string, kind: AssetKind): Promise<Copied>;
  /** Where a page leads readers to the original of what has no copy; undefined: nowhere. */
  link(address: string): string | undefined;
  /** Where the copies wait, by file name, until the mirror is disposed. */
  readonly files: ReadonlyMap<string, string>;
}

/** A copy where there is one to be had, and what is otherwise to be told. */
export interface Copied {
  asset?: Asset;
  flaw?: AssetFlaw;
}

/** What is missing of an entry that shows an asset without a copy. */
export interface AssetFlaw {
  /** What to tell of it; absent where readers miss nothing, such as with a video that is linked. */
  note?: string;
  /** Another time there may be a copy. */
  mayPass: boolean;
}

/** Each may hold 20 MiB; unpacked, a picture of 40 megapixels takes some 350 MB: only one is. */
const inMemory = 4;
const unpacked = 1;

export function createMirror(client: Pick<Client, 'download' | 'baseUrl'>): Mirror {
  const files = new Map<string, string>();
  const asked = new Map<string, Promise<Copied>>();
  const keyOf = (address: string, kind: AssetKind) =>
    `${kind} ${URL.parse(address, client.baseUrl)?.href ?? address}`;
  const folder = mkdtempDisposableSync(join(tmpdir(), 'waymark-assets-'));
  const copies = createCopies(client);

  const mirror = async (address: string, kind: AssetKind): Promise<Copied> => {
    const copy = await copies(address, kind);
    if ('why' in copy) return { flaw: flawOf(address, kind, copy) };
    const path = join(folder.path, copy.asset.file);
    if (!files.has(copy.asset.file)) await writeFile(path, copy.data);
    files.set(copy.asset.file, path);
    return { asset: copy.asset };
  };

  return {
    files,
    link: () => undefined,
    fetch: (address, kind) => {
      const key = keyOf(address, kind);
      const copied = asked.get(key) ?? mirror(address, kind);
      asked.set(key, copied);
      return copied;
    },
    [Symbol.dispose]: folder.remove,
  };
}

function flawOf(address: string, kind: AssetKind, { why, mayPass }: NotKept): AssetFlaw {
  const note = `left out ${addressInWords(address)}: ${oneLine(why)}`;
  // A video that has no copy is linked: nothing is left out.
  return { mayPass, ...(kind !== 'video' && { note }) };
}

/** Short, on one line, and without credentials, however it is written. */
function addressInWords(address: string): string {
  return shorten(withoutCredentials(oneLine(withoutUser(address))), 200);
}

function withoutUser(address: string): string {
  // Only a path is none without a base.
  const url = URL.parse(address, 'https://api.invalid');
  // Nobody knows where in it a password would end.
  if (!url) return address.replace(/^.*@/s, '…');
  if (!url.username && !url.password) return address;
  Object.assign(url, { username: '', password: '' });
  return url.href;
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
