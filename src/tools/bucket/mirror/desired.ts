import { digestOf, digest as hash } from '../../../lib/digest.ts';
import { forEachYielding } from '../../../lib/time/for-each-yielding.ts';
import type { FileIndex } from '../../../publish/generations/file-index.ts';
import { cacheControlOf, isForReaders, typeOf } from '../../../publish/rules/file-rules.ts';
import { createRules, type Rules } from '../../../publish/rules/site-rules.ts';
import type { ObjectHeaders, ObjectStore, StoredAs } from './store/object-store.ts';

/** A site on this disk that a bucket is to show. */
export interface MirroredSite {
  /** Absolute. */
  folder: string;
  /** Its own files. */
  index: FileIndex;
  /** Of all of them. */
  digest: string;
  /** Addresses of its releases and milestones, below the site's own. */
  entries: readonly string[];
}

/** An object that a bucket is to have. */
export interface DesiredObject extends StoredAs {
  /** The file that it is, below the site's folder. */
  path: string;
  /** Of its bytes. */
  digest: string;
  /** In bytes. */
  size: number;
}

/** By key. */
export type DesiredObjects = ReadonlyMap<string, DesiredObject>;

interface WantedOptions {
  /** The path that the site lives under, with a slash at both ends. */
  basePath: string;
  /** Whether a page is also stored under its address. */
  indexKeys: boolean;
  /** What marks of objects in this place begin with. */
  place: string;
  /** Whether there can be an object for the site's own address, whose key is empty below its prefix. */
  hasRoot: boolean;
}

/** What a bucket has to hold of a site: all that readers may ask for, with its headers. */
export async function desiredObjects(
  { folder, index }: MirroredSite,
  { basePath, indexKeys, place, hasRoot }: WantedOptions,
): Promise<DesiredObjects> {
  const rules = await createRules()(folder);
  const wanted = new Map<string, DesiredObject>();
  await forEachYielding(index, ([path, { digest, size }]) => {
    if (!isForReaders(path)) return;
    const address = readersAddress(path);
    const headers = headersOf(path, `${basePath}${address}`, rules);
    const isNamedTwice = indexKeys && address !== path && (address !== '' || hasRoot);
    for (const key of isNamedTwice ? [path, address] : [path]) {
      const mark = `${place}${digestOf([key, digest, headers], 32)}`;
      wanted.set(key, { path, digest, size, headers, mark });
    }
  });
  return wanted;
}

/** What marks of objects begin with: another site may lie below this one's place, or beside it. */
export function placeOf({ name }: ObjectStore): string {
  return `${hash(name, 12)}-`;
}

/** Where readers find a file, below the site's own address: a page at its folder. */
export function readersAddress(path: string): string {
  return path.replace(/(^|\/)index\.html$/, '$1');
}

/** What a store can be told to send, of what the site's rules say. */
const sendable = ['content-type', 'cache-control', 'content-disposition', 'content-language'];

function headersOf(path: string, address: string, rules: Rules): ObjectHeaders {
  const said = rules.headers(address);
  const usual = { 'content-type': typeOf(path), 'cache-control': cacheControlOf(path) };
  const own = sendable.flatMap((name) => {
    const value = said.get(name);
    return value === undefined ? [] : [[name, value]];
  });
  return { ...usual, ...Object.fromEntries(own) };
}
