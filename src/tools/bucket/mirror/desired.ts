import { digestOf, digest as hash } from '../../../lib/digest.ts';
import { forEachYielding } from '../../../lib/time/for-each-yielding.ts';
import type { FileIndex } from '../../../publish/generations/file-index.ts';
import { cacheControlOf, isForReaders, typeOf } from '../../../publish/rules/file-rules.ts';
import { createRules, type Rules } from '../../../publish/rules/site-rules.ts';
import type { ObjectHeaders, ObjectStore, StoredAs } from './store/object-store.ts';

/** A local site for a bucket. */
export interface MirroredSite {
  /** Absolute. */
  folder: string;
  /** Index of its own files. */
  index: FileIndex;
  /** Digest of all files. */
  digest: string;
  /** Addresses of its releases and milestones, below the site's own. */
  entries: readonly string[];
}

/** An object that the bucket should have. */
export interface DesiredObject extends StoredAs {
  /** Path of the file below the site's folder. */
  path: string;
  /** Of its bytes. */
  digest: string;
  /** In bytes. */
  size: number;
}

/** By key. */
export type DesiredObjects = ReadonlyMap<string, DesiredObject>;

interface WantedOptions {
  /** Base path, with a slash at both ends. */
  basePath: string;
  /** Whether to store pages under their addresses too. */
  indexKeys: boolean;
  /** Prefix of the marks of this site's objects. */
  place: string;
  /** Whether the site's own address can be a key. */
  hasRoot: boolean;
}

/** All public files as objects with their headers. */
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

/** Prefix of marks. Another site may be below this one's prefix, or beside it. */
export function placeOf({ name }: ObjectStore): string {
  return `${hash(name, 12)}-`;
}

/** The address of a file below the site's own; a page has that of its folder. */
export function readersAddress(path: string): string {
  return path.replace(/(^|\/)index\.html$/, '$1');
}

/** Headers that a store can send. */
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
