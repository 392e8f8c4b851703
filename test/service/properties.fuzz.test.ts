// @module-tag soak

import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyText } from '../support/any-text.ts';
import { fuzzRuns } from '../support/fuzz-runs.ts';
import { checkAnswer } from './contract.ts';
import { type Shot, shots } from './shots.ts';
import { type Running, startService } from './start.ts';

/** Sends requests that `fetch` would refuse: odd paths, headers and bodies, with any method. */
async function shoot(service: Running, { method, path, headers, body }: Shot) {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: string }>();
  const length = { 'content-length': String(Buffer.byteLength(body ?? '')) };
  const options = { method, path, headers: { ...headers, ...length }, timeout: 5000 };
  const sent = request(`${service.url}/`, options);
  sent.on('response', async (response) => {
    resolve({ status: response.statusCode ?? 0, body: await text(response) });
  });
  sent.on('timeout', () => sent.destroy(new Error('it hangs')));
  sent.on('error', reject);
  sent.end(body);
  return await promise;
}

test('every request gets a documented answer other than 5xx, and in time', async () => {
  await using service = await startService();
  await fc.assert(
    fc.asyncProperty(shots, async (one) => {
      const answer = await shoot(service, one);
      expect(answer.status).toBeLessThan(500);
      const isApi = /^\/(?:v1|incoming)\b/.test(one.path);
      if (!isApi && answer.status < 400) return;
      const parsed = answer.body === '' ? undefined : JSON.parse(answer.body);
      checkAnswer({ ...one, status: answer.status, body: parsed });
    }),
    { numRuns: fuzzRuns(75, 3000) },
  );
}, 30_000);

test('any text in a release reads back as it was answered', async () => {
  await using service = await startService();
  let count = 0;
  const kept = (text: string) => !text.includes('\0');
  const texts = fc.record({
    title: anyText({ minLength: 3, maxLength: 20 }).filter(kept),
    body: anyText().filter(kept),
    version: anyText().filter(kept),
  });
  await fc.assert(
    fc.asyncProperty(texts, async (fields) => {
      count += 1;
      const input = { ...fields, slug: `text-${count}`, status: 'DRAFT' };
      const { status, body } = await service.send('POST', '/v1/releases', input);
      expect(status).toBe(201);
      expect(body).toMatchObject(fields);
      expect((await service.get(`/v1/releases/${body.id}`)).body).toEqual(body);
    }),
    { numRuns: fuzzRuns(20, 800) },
  );
}, 30_000);

test('every page is a slice of the whole list', async () => {
  await using service = await startService();
  const all = (await service.get('/v1/releases?limit=100')).body;
  const page = fc.record({ offset: fc.nat({ max: 10 }), limit: fc.integer({ min: 1, max: 10 }) });
  await fc.assert(
    fc.asyncProperty(page, async ({ offset, limit }) => {
      const { body } = await service.get(`/v1/releases?offset=${offset}&limit=${limit}`);
      expect(body).toEqual(all.slice(offset, offset + limit));
    }),
    { numRuns: 40 },
  );
}, 30_000);
