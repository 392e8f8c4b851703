import { rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pLimit from 'p-limit';
import type { Client } from '../../../client/client.ts';
import type { Download } from '../../../client/public-fetch.ts';
import { digest } from '../../../lib/digest.ts';
import { withoutCredentials } from '../../../lib/text/printable.ts';
import { oneLine, shorten } from '../../../lib/text/text.ts';
import { webAddress } from '../../../lib/text/web-address.ts';
import type { Budget } from '../../../lib/time/budget.ts';
import type { Asset } from '../../../model/content/content.ts';
import type { MissingAsset } from '../../../model/content/sync-cache.ts';
import { WaymarkError } from '../../../model/errors.ts';
import { isLocalPicture } from '../../../sources/local-pictures.ts';
import type { AssetKind, EncodedAsset } from './asset-bytes.ts';
import type { AssetMemory } from './memory.ts';

// Downloads pictures and files to store copies of them in the content folder. Until the sync
// writes, the copies are in a folder of their own, not in memory. A failed download never fails the
// sync: it is reported and retried later. Without copies, pages link to the original files.

export type Mirror = ReturnType<typeof createMirror>;

/**
 * The copy, if there is one. If the download failed, `missing` says what to report and remember.
 */
export interface CopiedAsset {
  asset?: Asset | undefined;
  missing?: MissingAsset;
}

export interface MirrorOptions {
  /** Whether files are copied. If false, the mirror downloads nothing. */
  assets: boolean;
  client: Pick<Client, 'download' | 'baseUrl'>;
  memory: AssetMemory;
  /** Time limit for downloads and encoding. */
  budget: Budget;
  now: Date;
  /** Folder for the copies. It is made for the first one, and removed in the end. */
  folder: string;
}

export function createMirror(options: MirrorOptions) {
  const { assets, client, memory, budget, now } = options;
  const copies = new Map<string, Asset>();
  const requested = new Map<string, Promise<CopiedAsset>>();
  let deferred = 0;
  const folder = openFolder(options.folder);
  const copyAsset = createCopies(client, budget);

  const download = async (key: string, address: string, kind: AssetKind): Promise<CopiedAsset> => {
    const former = memory.findCopy(key);
    const copy = await copyAsset(address, kind);
    if (copy && 'data' in copy) {
      await folder.write(copy.asset.file, copy.data);
      copies.set(key, copy.asset);
      return { asset: copy.asset };
    }
    if (!copy && !former) deferred += 1;
    const before = memory.findAttempts(key) ?? { times: 0, last: 0 };
    if (!copy) return { asset: former, missing: { key, asked: before } };
    const asked = { times: before.times + 1, last: now.getTime() };
    // If the server gave no usable answer, the original may still exist, so the former copy stays.
    // After any other failure, the former copy is no longer used.
    if (copy.kind === 'unavailable' && former) return { asset: former, missing: { key, asked } };
    // A video without a copy is replaced by a link, so nothing is left out.
    const note = kind !== 'video' && `left out ${printableAddress(address)}: ${oneLine(copy.why)}`;
    // A refused address will always be refused, so it is never retried.
    return { missing: { key, ...(note && { note }), ...(copy.kind !== 'refused' && { asked }) } };
  };

  /**
   * The copy of the file at an address. Each address is requested at most once per sync. After a
   * failure, it is only requested once a retry is due.
   * @param unchanged whether the entry's record is unchanged, so that an existing copy may be used
   * without a request
   * @throws WaymarkError if copies cannot be written
   */
  const fetch = async (
    address: string,
    kind: AssetKind,
    unchanged: boolean,
  ): Promise<CopiedAsset> => {
    if (!assets) return {};
    const url = URL.parse(address, client.baseUrl)?.href ?? address;
    const key = digest(`${kind} ${url}`, 20);
    const former = memory.findCopy(key);
    const missing = memory.notYetDue(key);
    if (missing) return { asset: former, missing };
    if (former && unchanged && !memory.findAttempts(key)) return { asset: former };
    const copied = requested.get(key) ?? download(key, address, kind);
    requested.set(key, copied);
    return copied;
  };

  return {
    fetch,
    /**
     * Address of the original, to link to instead of a copy; undefined if there are copies. Neither
     * local files nor addresses with credentials may be linked from public pages.
     */
    link: (address: string): string | undefined => {
      const url = assets ? undefined : webAddress(URL.parse(address, client.baseUrl)?.href ?? '');
      return url && !isLocalPicture(url) && withoutUser(url) === url ? url : undefined;
    },
    /**
     * Adds a file that was made from a copy.
     * @throws WaymarkError if it cannot be written
     */
    add: folder.write,
    /**
     * Temporary path of each copy, by file name. The paths are valid until the mirror is disposed.
     */
    files: folder.files as ReadonlyMap<string, string>,
    /** Copies that this sync made. The key is a digest of the kind and address of the original. */
    copies: copies as ReadonlyMap<string, Asset>,
    /** Number of assets that have no copy because the time for downloads ran out. */
    deferred: () => deferred,
    [Symbol.dispose]: folder.remove,
  };
}

function openFolder(path: string) {
  const files = new Map<string, string>();
  const write = async (name: string, data: Uint8Array) => {
    const file = join(path, name);
    try {
      await mkdir(path, { recursive: true });
      if (!files.has(name)) await writeFile(file, data);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      throw new WaymarkError(
        `Pictures cannot be copied through ${path}: ${why}.\nFree up space there, or use --no-assets.`,
        { cause: error },
      );
    }
    files.set(name, file);
  };
  return { files, write, remove: () => rmSync(path, { recursive: true, force: true }) };
}

export type EntryAssets = ReturnType<typeof createEntryAssets>;

/**
 * Copies assets for one entry, and collects the assets that could not be copied.
 * @param unchanged whether the entry's record is unchanged, so that existing copies may be used
 */
export function createEntryAssets(mirror: Mirror, unchanged: boolean) {
  const byKey = new Map<string, MissingAsset>();
  return {
    link: mirror.link,
    /** The copy of an asset; undefined if there is none. */
    fetch: async (address: string, kind: AssetKind) => {
      const { asset, missing } = await mirror.fetch(address, kind, unchanged);
      if (missing) byKey.set(missing.key, missing);
      return asset;
    },
    /** The assets that have no copy, sorted by key. */
    missing: () => [...byKey.values()].toSorted((a, b) => (a.key < b.key ? -1 : 1)),
  };
}

/** An address for a report: short, on one line and without credentials. */
function printableAddress(address: string): string {
  return shorten(withoutCredentials(oneLine(withoutUser(address))), 200);
}

function withoutUser(address: string): string {
  // With this base URL, paths such as `/logo.png` can be parsed too.
  const url = URL.parse(address, 'https://api.invalid');
  // In an invalid address, the end of a password is unknown, so all text up to the last `@` is
  // hidden.
  if (!url) return address.replace(/^.*@/s, '…');
  if (!url.username && !url.password) return address;
  Object.assign(url, { username: '', password: '' });
  return url.href;
}

/**
 * Maximum numbers of concurrent downloads and encodings, to bound memory: a download may have 20
 * MiB, and a decoded picture of 40 megapixels takes about 350 MB.
 */
const maxDownloads = 4;
const maxEncodings = 1;

/** The reason why a download gave no usable copy. */
type FailedCopy = Exclude<Download, { kind: 'bytes' }>;

/**
 * Creates a function that downloads and encodes one file. If the time limit has been reached, the
 * function returns undefined.
 */
function createCopies({ download }: Pick<Client, 'download'>, budget: Budget) {
  const [downloading, encoding] = [pLimit(maxDownloads), pLimit(maxEncodings)];

  const copy = async (address: string, kind: AssetKind, timeUp: AbortSignal) => {
    const result = await download(address, timeUp);
    if (result.kind !== 'bytes') return result;
    // Loaded on demand, because its libraries are megabytes and many syncs have no pictures.
    const { encoders } = await import('./asset-bytes.ts');
    return encoding(() =>
      encoders[kind](result.bytes).catch(
        ({ message }: Error): FailedCopy => ({ kind: 'unusable', why: message }),
      ),
    );
  };

  return (address: string, kind: AssetKind): Promise<EncodedAsset | FailedCopy | undefined> =>
    downloading(() => budget.spend((timeUp) => copy(address, kind, timeUp)));
}
