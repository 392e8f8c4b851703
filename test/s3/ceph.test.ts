import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../src/lib/time/clock.ts';
import { openS3Store } from '../../src/tools/bucket/mirror/store/s3-store.ts';
import { type Ceph, startCeph } from '../support/s3/start-ceph.ts';
import { unpackCeph } from '../support/s3/unpack-ceph.ts';
import { readable, siteOf, startSites } from '../tools/bucket/mirror/bucket-world.ts';
import { contractOf } from '../tools/bucket/mirror/contract.ts';

// Runs against a real Ceph store, whose packages come from Debian: `npm run test:s3`.

let ceph: Ceph;
beforeAll(async () => {
  ceph = await startCeph(await unpackCeph());
  process.env.AWS_ACCESS_KEY_ID = ceph.credentials.accessKeyId;
  process.env.AWS_SECRET_ACCESS_KEY = ceph.credentials.secretAccessKey;
}, 600_000);
afterAll(() => ceph?.[Symbol.asyncDispose]());

describe('Ceph', () => {
  contractOf(async () => ({
    place: { bucket: ceph.bucket, prefix: '', endpoint: ceph.url },
    [Symbol.asyncDispose]: async () => {},
  }));
});

test('mirrors a site and its changes to Ceph byte for byte, with more objects than a page of its list', async () => {
  await using sites = await startSites();
  const prefix = 'notes/';
  const publish = (files: Record<string, string>) =>
    sites.publish(ceph, files, { prefix, indexKeys: true, basePath: '/notes/' });
  const fillers = Array.from({ length: 1100 }, (_, n) => [`page/${n}.txt`, `${n}`]);
  const first = { ...siteOf(['one', 'two']), ...Object.fromEntries(fillers) };
  expect(await publish(first)).toMatchObject({ kind: 'mirrored', deleted: 0, foreign: [] });
  expect(await publish(first)).toMatchObject({ uploaded: 0, deleted: 0 });
  const second = { ...siteOf(['one', 'three']), ...Object.fromEntries(fillers) };
  expect(await publish(second)).toMatchObject({ deleted: 3 });
  using store = await openS3Store({ bucket: ceph.bucket, prefix, endpoint: ceph.url }, systemClock);
  const shown: Record<string, string> = {};
  for (const { key } of await store.list())
    if (!key.startsWith('.waymark/') && !/^$|\/$/.test(key))
      shown[key] = Buffer.from((await store.read(key, 100_000))?.bytes ?? []).toString();
  expect(shown).toEqual(readable(second));
  const page = await fetchSigned(`${prefix}releases/three/`);
  expect(page).toBe(second['releases/three/index.html']);
}, 120_000);

async function fetchSigned(key: string): Promise<string> {
  using store = await openS3Store(
    { bucket: ceph.bucket, prefix: '', endpoint: ceph.url },
    systemClock,
  );
  return Buffer.from((await store.read(key, 100_000))?.bytes ?? []).toString();
}
