import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Fault } from '../../../support/s3/fake-s3.ts';
import { readable, siteOf, startBucket } from './bucket-world.ts';
import { withCredentials } from './with-credentials.ts';

withCredentials(beforeAll, afterAll);

let it: Awaited<ReturnType<typeof startBucket>>;
beforeEach(async () => {
  it = await startBucket();
});
afterEach(() => it[Symbol.asyncDispose]());

const one = siteOf(['one', 'two']);
const two = siteOf(['one', 'two', 'three'], 'b');
const busy: Fault = { kind: 'status', status: 503, code: 'ServiceUnavailable' };

/** Sets the faults for the first PUT requests of a key. */
function failing(key: string, ...faults: Fault[]): void {
  it.fake.fault = (method, asked) =>
    method === 'PUT' && asked === key ? faults.shift() : undefined;
}

const manifest = '.waymark/manifest.json.gz';

test.each<[string, Fault[]]>([
  ['answers 503 three times', [busy, busy, busy]],
  ['resets the connection', [{ kind: 'reset' }]],
  ['loses an answer after it has stored', [{ kind: 'lost' }]],
  [
    'has somebody else store under the key at that moment',
    [{ kind: 'status', status: 409, code: 'ConditionalRequestConflict' }],
  ],
  ['refuses a condition that holds', [{ kind: 'status', status: 412, code: 'PreconditionFailed' }]],
])('publishes even if a store %s', async (_, faults) => {
  await it.publish(one);
  for (const key of ['index.html', 'releases/three/index.html', manifest, '.waymark/lock.json']) {
    failing(key, ...faults);
    await it.publish(key === 'index.html' ? two : siteOf(['one', 'two', 'three', key.slice(-3)]));
  }
  it.fake.fault = () => undefined;
  expect(await it.publish(two)).toMatchObject({ kind: 'mirrored' });
  expect(it.shown()).toMatchObject(readable(two));
});

test('an unavailable store keeps its manifest, and the next run continues', async () => {
  await it.publish(one);
  const before = it.fake.objects.get(manifest)?.body;
  it.fake.fault = (method, key) => (method === 'PUT' && key === 'rss.xml' ? busy : undefined);
  await expect(it.publish(two)).rejects.toThrow(/could not be used \(503 ServiceUnavailable\)/);
  expect(it.fake.objects.get(manifest)?.body).toBe(before);
  // No link is dead, and no object was deleted.
  expect(it.shown()['latest.json']).toBe(one['latest.json']);
  it.fake.fault = () => undefined;
  await it.publish(two);
  expect(it.shown()).toEqual({ ...readable(two), '_astro/page.a.css': '/* a */' });
}, 60_000);

test.each([
  [403, 'AccessDenied', /403 AccessDenied.*listing the bucket, and reading, writing and deleting/],
  [403, 'SignatureDoesNotMatch', /Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY/],
  [404, 'NoSuchBucket', /Create the bucket/],
  [301, 'PermanentRedirect', /set BUCKET_REGION/],
])('says what to do about %i %s', async (status, code, words) => {
  it.fake.fault = () => ({ kind: 'status', status, code });
  await expect(it.publish(one)).rejects.toThrow(words);
});

test('notices another publisher when it writes the manifest, and checks everything again', async () => {
  await it.publish(one);
  let others = 0;
  it.fake.fault = (method, key) => {
    const found = it.fake.objects.get(manifest);
    if (method !== 'PUT' || key !== manifest || others > 0 || !found) return undefined;
    others += 1;
    it.fake.objects.set(manifest, { ...found, etag: '"another"' });
    it.fake.objects.delete('about/index.html');
    return undefined;
  };
  expect(await it.publish(two)).toMatchObject({ kind: 'mirrored' });
  expect(others).toBe(1);
  expect(it.shown()).toMatchObject(readable(two));
});

test('gives up if others keep writing the manifest', async () => {
  await it.publish(one);
  let turn = 0;
  it.fake.fault = (method, key) => {
    const found = it.fake.objects.get(manifest);
    if (method !== 'PUT' || key !== manifest || !found) return undefined;
    turn += 1;
    it.fake.objects.set(manifest, { ...found, etag: `"${turn}"` });
    return undefined;
  };
  await expect(it.publish(two)).rejects.toThrow(
    'Other processes keep publishing to s3://changelog/',
  );
  expect(turn).toBe(3);
});

test('publishes to a store that only knows its ETags without quotes', async () => {
  await using other = await startBucket({ wantsUnquoted: true });
  await other.publish(one);
  expect(await other.publish(two)).toMatchObject({ kind: 'mirrored' });
  expect(other.shown()).toMatchObject(readable(two));
});

test.each([{ ignoresConditions: true }, { knowsNoConditions: true }])(
  'refuses a store with %j by name, unless there is only one publisher',
  async (quirks) => {
    await using other = await startBucket(quirks);
    await expect(other.publish(one)).rejects.toThrow(
      /s3:\/\/changelog\/ is in a store .* BUCKET_LOCK=off/,
    );
    expect(other.fake.objects.size).toBe(0);
    await other.publish(one, { lock: undefined });
    expect(await other.publish(two, { lock: undefined })).toMatchObject({ kind: 'mirrored' });
    expect(other.shown()).toMatchObject(readable(two));
  },
);

test('probes a store only once', async () => {
  await it.publish(one);
  const probes = () => it.fake.asked.filter(({ key }) => key.includes('probe')).length;
  const before = probes();
  expect(before).toBeGreaterThan(2);
  await it.publish(two);
  expect(probes()).toBe(before);
  expect([...it.fake.objects.keys()].filter((key) => key.startsWith('.waymark/'))).toEqual([
    '.waymark/lock.json',
    manifest,
  ]);
});
