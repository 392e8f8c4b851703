import { gunzipSync, gzipSync } from 'node:zlib';
import { z } from 'zod';
import { command } from '../../../lib/processes/command.ts';
import { SettingsError, WaymarkError } from '../../../model/errors.ts';
import {
  type ObjectStore,
  putState,
  type Sending,
  since,
  stateFolder,
} from './store/object-store.ts';

/** An object that Waymark stored. The mark is valid as long as the object has this ETag. */
const Known = z.object({
  etag: z.string(),
  mark: z.string(),
  /**
   * When the object left the site, by the store's clock. Only for files with a hash in their name,
   * which stay in the bucket for some time afterwards.
   */
  left: z.iso.datetime().optional(),
});
export type KnownObject = z.infer<typeof Known>;

/** The list of a bucket's content. It is stored with Waymark's own state. */
const BucketManifest = z.object({
  /**
   * The site to which the bucket belongs: name of its store (`of`) and its address. Another site
   * must not overwrite it.
   */
  of: z.string(),
  site: z.string(),
  /** Digest of all files of the generation that the bucket shows. */
  digest: z.string(),
  /** Addresses of the releases and milestones in that generation. */
  entries: z.array(z.string()),
  objects: z.record(z.string(), Known),
});
export type BucketManifest = z.infer<typeof BucketManifest>;

export type FoundManifest = NonNullable<Awaited<ReturnType<typeof readBucketManifest>>>;

const key = `${stateFolder}manifest.json.gz`;
/** Maximum size in bytes. The manifest of a site with 10,000 releases has three million bytes. */
const maxBytes = 64 * 1024 * 1024;
/** Maximum size after decompression. */
const maxUnpackedBytes = 512 * 1024 * 1024;

/**
 * Reads the manifest, and when it was read (`date`) and written (`modified`) by the store's clock.
 * @throws WaymarkError if the manifest is invalid
 */
export async function readBucketManifest(state: ObjectStore, sending: Sending) {
  const found = await state.read(key, maxBytes, sending);
  if (!found) return undefined;
  try {
    const text = gunzipSync(found.bytes, { maxOutputLength: maxUnpackedBytes }).toString();
    const { etag, date, modified } = found;
    return { manifest: BucketManifest.parse(JSON.parse(text)), etag, date, modified };
  } catch (error) {
    throw new WaymarkError(
      `${state.name}${key} is damaged, or was written by a newer Waymark. If the file is damaged, remove it: the next publication compares all objects and writes the file again.`,
      { cause: error },
    );
  }
}

/**
 * Writes the manifest. Returns false if another publisher has written a manifest since `before` was
 * read.
 * @param before the current manifest; if the new one is equal, nothing is written
 */
export async function writeBucketManifest(
  state: ObjectStore,
  manifest: BucketManifest,
  before: FoundManifest | undefined,
  { isAlone, ...sending }: Sending & { isAlone: boolean },
): Promise<boolean> {
  const text = JSON.stringify(manifest);
  if (text === JSON.stringify(before?.manifest)) return true;
  const packed = { bytes: gzipSync(text), type: 'application/gzip' };
  const put = await putState(state, key, packed, since(before?.etag, isAlone), sending);
  return put.kind === 'stored';
}

/** @throws SettingsError if the bucket shows another site */
export function refuseOtherSite(
  name: string,
  { of, site }: BucketManifest,
  own: { of: string; site: string },
): void {
  if (of !== own.of)
    throw new SettingsError(
      `${name} has the state of another site, ${of}, which would be lost. Give each site its own BUCKET_STATE.`,
    );
  if (site !== own.site)
    throw new SettingsError(
      `${own.of} shows another site: ${site} instead of ${own.site}. Set another PUBLISH_BUCKET or BUCKET_PREFIX. To replace that site, run: ${command('build', '--publish', '--overwrite')}`,
    );
}
