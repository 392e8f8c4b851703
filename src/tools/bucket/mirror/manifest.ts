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

/** An object that Waymark stored. As long as its ETag is unchanged, so is its mark. */
const Known = z.object({
  etag: z.string(),
  mark: z.string(),
  /**
   * When the object was last part of the site, by the store's clock. Set on hashed files, which
   * stay in the bucket for a while after that.
   */
  left: z.iso.datetime().optional(),
});
export type KnownObject = z.infer<typeof Known>;

/** The list of a bucket's content, stored in the state beside the site. */
const BucketManifest = z.object({
  /** Place and address of the site. Other sites must not overwrite it. */
  of: z.string(),
  site: z.string(),
  /** Digest of all files of the generation that the bucket shows. */
  digest: z.string(),
  /** Addresses of the releases and milestones in that generation. */
  entries: z.array(z.string()),
  objects: z.record(z.string(), Known),
});
export type BucketManifest = z.infer<typeof BucketManifest>;

export interface FoundManifest {
  manifest: BucketManifest;
  etag: string;
  /** When the manifest was read (`date`) and written (`modified`), by the store's clock. */
  date: Date;
  modified: Date;
}

const key = `${stateFolder}manifest.json.gz`;
/** In bytes. A site of ten thousand releases needs three million. */
const maxBytes = 64 * 1024 * 1024;
/** Maximum size after decompression. */
const maxUnpackedBytes = 512 * 1024 * 1024;

/** @throws WaymarkError if the manifest is invalid */
export async function readBucketManifest(
  state: ObjectStore,
  sending: Sending,
): Promise<FoundManifest | undefined> {
  const found = await state.read(key, maxBytes, sending);
  if (!found) return undefined;
  try {
    const text = gunzipSync(found.bytes, { maxOutputLength: maxUnpackedBytes }).toString();
    const { etag, date, modified } = found;
    return { manifest: BucketManifest.parse(JSON.parse(text)), etag, date, modified };
  } catch (error) {
    throw new WaymarkError(
      `${state.name}${key} is damaged, or of a newer Waymark. Remove it: the bucket is then compared object by object.`,
      { cause: error },
    );
  }
}

/**
 * Writes the manifest. Returns false if another publisher has written one since `before` was read.
 * @param before the manifest that is replaced; nothing is written if both are equal
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
      `${name} holds the state of ${of}, which would be lost. Give each site a BUCKET_STATE of its own.`,
    );
  if (site !== own.site)
    throw new SettingsError(
      `${own.of} shows ${site}, and not ${own.site}. Set PUBLISH_BUCKET or BUCKET_PREFIX to a place of its own; ${command('build', '--publish', '--overwrite')} publishes there anyway.`,
    );
}
