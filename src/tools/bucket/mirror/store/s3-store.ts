import type { GetObjectCommandOutput } from '@aws-sdk/client-s3';
import { expectPackage } from '../../../../config/expect-package.ts';
import { readUpTo } from '../../../../lib/http/read-up-to.ts';
import type { Clock } from '../../../../lib/time/clock.ts';
import { WaymarkError } from '../../../../model/errors.ts';
import type { ListedObject, ObjectStore, Sending } from './object-store.ts';
import {
  addDates,
  ask,
  askBefore,
  at,
  clientOptions,
  markName,
  type OpenedStore,
  type S3Place,
} from './s3-client.ts';
import { putObject } from './s3-put.ts';

/** Opens a bucket with a prefix. Credentials are looked up as in Amazon's own tools. */
export async function openS3Store(place: S3Place, clock: Clock): Promise<ObjectStore> {
  expectPackage('@aws-sdk/client-s3', 'PUBLISH_BUCKET');
  // Loaded only when a bucket is used.
  const s3 = await import('@aws-sdk/client-s3');
  const client = new s3.S3Client(clientOptions(place.endpoint, place.region));
  addDates(client);
  const name = `s3://${place.bucket}/${place.prefix}`;
  const store: OpenedStore = { s3, client, place, name, clock, isUnquoted: false };
  return {
    name,
    read: (key, maxBytes, sending) => read(store, key, maxBytes, sending),
    head: (key, sending) => head(store, key, sending),
    put: (key, bytes, as, condition, sending = {}) =>
      putObject(store, key, { bytes, as, condition }, sending, () => head(store, key, sending)),
    remove: async (key, { signal, assertHeld } = {}) => {
      const command = new s3.DeleteObjectCommand(at(store, key));
      askBefore(command, assertHeld);
      await ask(store, signal, (options) => client.send(command, options));
    },
    list: (sending) => list(store, sending),
    [Symbol.dispose]: () => client.destroy(),
  };
}

async function read(store: OpenedStore, key: string, maxBytes: number, { signal }: Sending = {}) {
  const command = new store.s3.GetObjectCommand(at(store, key));
  return ask(store, signal, async (options) => {
    const answer: GetObjectCommandOutput & { date?: Date } = await store.client.send(
      command,
      options,
    );
    const bytes = await readUpTo(answer.Body as AsyncIterable<Uint8Array>, maxBytes);
    if (!bytes) throw new WaymarkError(`${store.name}${key} is too large to be valid. Remove it.`);
    const { ETag: etag = '', LastModified: modified, date } = answer;
    if (!date || !modified)
      throw new WaymarkError(
        `${store.name} sends no time (Date and Last-Modified), which Waymark needs. Use another store.`,
      );
    return { bytes, etag, modified, date };
  });
}

function head(store: OpenedStore, key: string, { signal }: Sending = {}) {
  const command = new store.s3.HeadObjectCommand(at(store, key));
  return ask(store, signal, async (options) => {
    const { ETag: etag = '', Metadata } = await store.client.send(command, options);
    return { etag, mark: Metadata?.[markName] };
  });
}

async function list(store: OpenedStore, { signal }: Sending = {}): Promise<ListedObject[]> {
  const { client, place, s3 } = store;
  const { bucket: Bucket, prefix: Prefix } = place;
  const listed: ListedObject[] = [];
  await ask(store, signal, async (options) => {
    const pages = s3.paginateListObjectsV2({ client }, { Bucket, Prefix }, options);
    for await (const { Contents = [] } of pages)
      for (const { Key, ETag: etag = '' } of Contents)
        if (Key?.startsWith(Prefix)) listed.push({ key: Key.slice(Prefix.length), etag });
  });
  return listed;
}
