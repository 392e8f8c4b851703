import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { createAnswerScrape } from '../../../src/lib/metrics/answer-scrape.ts';
import { createMetrics, type GaugeReading } from '../../../src/lib/metrics/metrics.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { samplesOf } from './samples.ts';

const token = 'c09a5e4826b1f7d3c09a5e4826b7f1d3';
const reading = { name: 'waymark_things', help: 'Things.', value: 3 };

function start(
  read: () => readonly GaugeReading[] | Promise<readonly GaugeReading[]> = () => [reading],
) {
  const clock = manualClock();
  const errors: unknown[] = [];
  const onError = (error: unknown) => errors.push(error);
  const app = new Hono();
  app.get('/metrics', createAnswerScrape(createMetrics({ token, clock, read, onError })));
  const ask = (authorization?: string) =>
    app.request('/metrics', { headers: authorization === undefined ? {} : { authorization } });
  const scrape = async () => samplesOf(await (await ask(`Bearer ${token}`)).text());
  return { ask, scrape, clock, errors };
}

test.each([
  ['no token', undefined],
  ['another token', `Bearer ${token.replace('c', 'd')}`],
  ['a part of the token', `Bearer ${token.slice(0, 8)}`],
  ['the token and more', `Bearer ${token}0`],
  ['a very long token', `Bearer ${'c'.repeat(8000)}`],
  ['an empty token', 'Bearer '],
  ['nothing but the token', token],
  ['the token as a name', `Basic ${Buffer.from(`${token}:`).toString('base64')}`],
])('refuses %s without reading any values', async (_what, authorization) => {
  let read = 0;
  const { ask } = start(() => {
    read += 1;
    return [];
  });
  const response = await ask(authorization);
  expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
  expect(await response.json()).toEqual({ error: expect.stringContaining('METRICS_TOKEN') });
  expect(read).toBe(0);
});

test('answers 404 if no token is configured', async () => {
  const app = new Hono();
  app.get('/metrics', createAnswerScrape(undefined));
  for (const authorization of ['', 'Bearer undefined', `Bearer ${token}`])
    expect((await app.request('/metrics', { headers: { authorization } })).status).toBe(404);
});

test('sends the values to holders of the token, and forbids caching', async () => {
  const { ask } = start();
  const response = await ask(`bearer ${token}`);
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
  const samples = samplesOf(await response.text());
  expect(samples.get('waymark_things')).toBe(3);
  expect(samples.get('waymark_scrape_failures_total')).toBe(0);
});

test('omits values that take too long, and sends them again once they are available', async () => {
  const late = Promise.withResolvers<GaugeReading[]>();
  let reads = 0;
  const { scrape, clock, errors } = start(() => {
    reads += 1;
    return reads === 1 ? late.promise : [reading];
  });
  const first = scrape();
  // Checking the token takes one turn of the event loop.
  await new Promise(setImmediate);
  clock.advance(2000);
  expect((await first).has('waymark_things')).toBe(false);
  expect(errors).toMatchObject([{ name: 'ProbeTimeoutError' }]);
  const second = await scrape();
  expect(second.get('waymark_things')).toBe(3);
  expect(second.get('waymark_scrape_failures_total')).toBe(1);
});

test('reads once for concurrent scrapes', async () => {
  let reads = 0;
  const go = Promise.withResolvers<void>();
  const { scrape } = start(async () => {
    reads += 1;
    await go.promise;
    return [reading];
  });
  const scrapes = Array.from({ length: 20 }, scrape);
  await new Promise(setImmediate);
  go.resolve();
  for (const samples of await Promise.all(scrapes)) expect(samples.get('waymark_things')).toBe(3);
  expect(reads).toBe(1);
});

test('keeps the counters of two servers in one process apart', async () => {
  const [one, other] = [start(() => []), start(() => Promise.reject(new Error('away')))];
  await other.scrape();
  expect((await one.scrape()).get('waymark_scrape_failures_total')).toBe(0);
  expect((await other.scrape()).get('waymark_scrape_failures_total')).toBe(2);
});
