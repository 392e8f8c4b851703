import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { systemClock } from '../../../../src/lib/time/clock.ts';
import type {
  ObjectStore,
  StoredAs,
} from '../../../../src/tools/bucket/mirror/store/object-store.ts';
import type { S3Place } from '../../../../src/tools/bucket/mirror/store/s3-client.ts';
import { openS3Store } from '../../../../src/tools/bucket/mirror/store/s3-store.ts';

/** A server that speaks S3, with a bucket. */
export interface ContractServer extends AsyncDisposable {
  place: S3Place;
}

const asText = (mark: string): StoredAs => ({
  headers: { 'content-type': 'text/plain', 'cache-control': 'no-cache' },
  mark,
});

/** What publishing relies on, tested alike with the fake store in memory and with a real one. */
export function contractOf(start: () => Promise<ContractServer>): void {
  const withStore =
    (promise: (store: ObjectStore, place: S3Place) => Promise<void>) => async () => {
      await using server = await start();
      // Each test uses its own prefix in the bucket.
      const place = { ...server.place, prefix: `${randomUUID()}/` };
      using store = await openS3Store(place, systemClock);
      await promise(store, place);
    };
  const text = (value: string) => Buffer.from(value);
  const put = (store: ObjectStore, key: string, value: string) =>
    store.put(key, text(value), asText(value), { kind: 'any' });

  test(
    'returns a stored object with its ETag, its checksum and both times',
    withStore(async (store) => {
      const stored = await put(store, 'a/b c+é.txt', 'one');
      const found = await store.read('a/b c+é.txt', 100);
      expect(Buffer.from(found?.bytes ?? []).toString()).toBe('one');
      expect(stored).toEqual({ kind: 'stored', etag: found?.etag });
      expect(
        Math.abs((found?.date.getTime() ?? 0) - (found?.modified.getTime() ?? 0)),
      ).toBeLessThan(60_000);
      expect(await store.head('a/b c+é.txt')).toEqual({ etag: found?.etag, mark: 'one' });
    }),
  );

  test(
    'reports a missing object, and does not replace one',
    withStore(async (store) => {
      expect(await store.read('none', 100)).toBeUndefined();
      expect(await store.head('none')).toBeUndefined();
      await store.remove('none');
      const refused = await store.put('none', text('a'), asText('a'), {
        kind: 'unchanged',
        etag: '"d41d8cd98f00b204e9800998ecf8427e"',
      });
      expect(refused).toEqual({ kind: 'refused' });
    }),
  );

  test(
    'stores an object that must not exist yet only once',
    withStore(async (store) => {
      const first = await store.put('new', text('a'), asText('a'), { kind: 'absent' });
      expect(first.kind).toBe('stored');
      const second = await store.put('new', text('b'), asText('b'), { kind: 'absent' });
      expect(second).toEqual({ kind: 'refused' });
      expect(Buffer.from((await store.read('new', 9))?.bytes ?? []).toString()).toBe('a');
    }),
  );

  test(
    'replaces an object only if it has not changed since it was read',
    withStore(async (store) => {
      const first = await put(store, 'key', 'a');
      const etag = first.kind === 'stored' ? first.etag : '';
      const second = await store.put('key', text('b'), asText('b'), { kind: 'unchanged', etag });
      expect(second.kind).toBe('stored');
      const third = await store.put('key', text('c'), asText('c'), { kind: 'unchanged', etag });
      expect(third).toEqual({ kind: 'refused' });
      expect((await store.head('key'))?.mark).toBe('b');
    }),
  );

  test(
    'lists all objects with its prefix, page by page, and no others',
    withStore(async (store, place) => {
      using beside = await openS3Store({ ...place, prefix: `x${place.prefix}` }, systemClock);
      await put(beside, 'elsewhere', 'a');
      const keys = Array.from({ length: 7 }, (_, n) => `list/${n} & <é>/`).concat('list.txt');
      for (const key of keys) await put(store, key, 'text');
      await store.remove('list.txt');
      const listed = await store.list();
      expect(listed.map(({ key }) => key).sort()).toEqual(keys.slice(0, -1).sort());
      expect(listed[0]?.etag).toBe((await store.head(listed[0]?.key ?? ''))?.etag);
    }),
  );

  test(
    'refuses to read an object that is larger than expected',
    withStore(async (store) => {
      await store.put('large', text('x'.repeat(200_000)), asText('x'), { kind: 'any' });
      await expect(store.read('large', 1000)).rejects.toThrow('too large to be valid');
    }),
  );

  test('says that the bucket does not exist', async () => {
    await using server = await start();
    using store = await openS3Store({ ...server.place, bucket: 'not-there' }, systemClock);
    await expect(put(store, 'a', 'a')).rejects.toThrow(/NoSuchBucket.*Create the bucket/);
  });
}
