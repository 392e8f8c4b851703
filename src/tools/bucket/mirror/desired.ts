import { digestOf, digest as hash } from '../../../lib/digest.ts';
import { forEachYielding } from '../../../lib/time/for-each-yielding.ts';
import type { FileIndex } from '../../../publish/generations/file-index.ts';
import { cacheControlOf, isForReaders, typeOf } from '../../../publish/rules/file-rules.ts';
import { createRules, type Rules } from '../../../publish/rules/site-rules.ts';
import type { ObjectHeaders, ObjectStore, StoredAs } from './store/object-store.ts';

/** A local site to be published to a bucket. */
export interface MirroredSite {
  folder: string;
  index: FileIndex;
  /** Digest of all files of the site. */
  digest: string;
  /** Addresses of the site's releases and milestones, relative to the site's address. */
  entries: readonly string[];
}

export interface DesiredObject extends StoredAs {
  /** Path of the file below the site's folder. */
  path: string;
  digest: string;
  /** In bytes. */
  size: number;
}

/** The objects that the bucket should have, by key. */
export type DesiredObjects = ReadonlyMap<string, DesiredObject>;

interface WantedOptions {
  /** Base path, with a slash at both ends. */
  basePath: string;
  /** Whether pages are stored under two keys: `a/index.html` and `a/`. */
  indexKeys: boolean;
  /** Prefix of the mark of each object of this site (see `placeOf`). */
  place: string;
  /**
   * Whether the start page can also be stored under the site's own address. Without a prefix in the
   * bucket, the key for this address would be empty.
   */
  hasRoot: boolean;
}

/** All public files of a site as objects, with their headers. */
export async function desiredObjects(
  { folder, index }: MirroredSite,
  { basePath, indexKeys, place, hasRoot }: WantedOptions,
): Promise<DesiredObjects> {
  const rules = await createRules()(folder);
  const desired = new Map<string, DesiredObject>();
  await forEachYielding(index, ([path, { digest, size }]) => {
    if (!isForReaders(path)) return;
    const address = readersAddress(path);
    const headers = headersOf(path, `${basePath}${address}`, rules);
    const isNamedTwice = indexKeys && address !== path && (address !== '' || hasRoot);
    for (const key of isNamedTwice ? [path, address] : [path]) {
      const mark = `${place}${digestOf([key, digest, headers], 32)}`;
      desired.set(key, { path, digest, size, headers, mark });
    }
  });
  return desired;
}

/**
 * Prefix of the marks of a site's objects. It distinguishes them from objects of other sites that
 * are stored in the same bucket.
 */
export function placeOf({ name }: ObjectStore): string {
  return `${hash(name, 12)}-`;
}

/** The address of a file, relative to the site's address: `a/` for `a/index.html`. */
export function readersAddress(path: string): string {
  return path.replace(/(^|\/)index\.html$/, '$1');
}

/** The headers that a store can return with an object. */
const sendable = ['content-type', 'cache-control', 'content-disposition', 'content-language'];

function headersOf(path: string, address: string, rules: Rules): ObjectHeaders {
  const configured = rules.headers(address);
  const defaults = { 'content-type': typeOf(path), 'cache-control': cacheControlOf(path) };
  const own = sendable.flatMap((name) => {
    const value = configured.get(name);
    return value === undefined ? [] : [[name, value]];
  });
  return { ...defaults, ...Object.fromEntries(own) };
}
