import { expect, test } from 'vitest';
import { expectTool } from '../../../src/config/expect-tool.ts';
import { createReceiverMetrics } from '../../../src/tools/metrics/load-metrics.ts';
import { named, samplesOf } from '../../lib/metrics/samples.ts';
import { event, genuine, startReceiver } from '../../receiver/http/start-receiver.ts';
import { quietMs } from '../../receiver/schedule/start-runner.ts';

const metricsToken = 'c09a5e4826b1f7d3c09a5e4826b7f1d3';
const authorization = `Bearer ${metricsToken}`;

const start = () => startReceiver({ metricsToken, createMetrics: createReceiverMetrics });

async function scrape(it: Awaited<ReturnType<typeof startReceiver>>) {
  const response = await it.get('/metrics', { authorization });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  return samplesOf(await response.text());
}

test('counts events by their outcome', async () => {
  await using it = await start();
  expect(named(await scrape(it), 'waymark_events_total')).toEqual({
    'waymark_events_total{outcome="accepted"}': 0,
    'waymark_events_total{outcome="known"}': 0,
    'waymark_events_total{outcome="ignored"}': 0,
    'waymark_events_total{outcome="refused"}': 0,
    'waymark_events_total{outcome="unwritten"}': 0,
  });
  await it.send(genuine());
  await it.send(genuine('msg_2'));
  await it.send(genuine('msg_2'));
  await it.send(event('msg_3', 'ping', {}));
  await it.send({ ...genuine('msg_4'), body: 'forged' });
  it.inbox.exec('PRAGMA query_only = ON');
  await it.send(genuine('msg_5'));
  it.inbox.exec('PRAGMA query_only = OFF');
  expect(named(await scrape(it), 'waymark_events_total')).toEqual({
    'waymark_events_total{outcome="accepted"}': 2,
    'waymark_events_total{outcome="known"}': 1,
    'waymark_events_total{outcome="ignored"}': 1,
    'waymark_events_total{outcome="refused"}': 1,
    'waymark_events_total{outcome="unwritten"}': 1,
  });
});

test('reports how many events are waiting, and the age of the oldest one', async () => {
  await using it = await start();
  await it.send(genuine());
  const scheduled_at = new Date(it.clock.now().getTime() + 3_600_000).toISOString();
  await it.send(event('msg_2', 'release.scheduled', { id: 'rel_2', scheduled_at }));
  it.clock.advance(5000);
  await it.send(genuine('msg_3'));
  const waiting = await scrape(it);
  expect(waiting.get('waymark_events_waiting')).toBe(2);
  expect(waiting.get('waymark_events_oldest_waiting_age_seconds')).toBe(5);
  await it.pass(0);
  await it.runs[0]?.end();
  await it.pass(quietMs);
  await it.runs[1]?.end();
  const done = await scrape(it);
  expect(done.get('waymark_events_waiting')).toBe(0);
  expect(done.get('waymark_events_oldest_waiting_age_seconds')).toBe(0);
});

test('counts runs by scope and outcome, and measures the time of runs and of their parts', async () => {
  await using it = await start();
  await it.send(genuine());
  await it.pass(0);
  it.clock.advance(400);
  await it.runs[0]?.end({ scope: 'awaited', parts: { sync: 100, build: 200, unheard: 7 } });
  await it.pass(quietMs);
  await it.runs[1]?.fail('no API');
  const samples = await scrape(it);
  expect(named(samples, 'waymark_runs_total')).toEqual({
    'waymark_runs_total{scope="awaited",outcome="live"}': 1,
    'waymark_runs_total{scope="everything",outcome="failed"}': 1,
  });
  const took = 'waymark_run_duration_seconds';
  const labels = 'scope="awaited",outcome="live"';
  expect(samples.get(`${took}_sum{${labels}}`)).toBe(0.4);
  expect(samples.get(`${took}_bucket{le="0.5",${labels}}`)).toBe(1);
  expect(samples.get(`${took}_bucket{le="0.25",${labels}}`)).toBe(0);
  expect(named(samples, 'waymark_run_part_duration_seconds_sum')).toEqual({
    'waymark_run_part_duration_seconds_sum{part="sync"}': 0.1,
    'waymark_run_part_duration_seconds_sum{part="build"}': 0.2,
    'waymark_run_part_duration_seconds_sum{part="other"}': 0.007,
  });
});

test('counts a failed run with its scope', async () => {
  await using it = await start();
  await it.send(event('msg_1', 'content.changed', { kind: 'milestone', id: 'm' }));
  await it.pass(0);
  await it.runs[0]?.fail('no API');
  expect(named(await scrape(it), 'waymark_runs_total')).toEqual({
    'waymark_runs_total{scope="everything",outcome="failed"}': 1,
  });
});

test('counts a check that an event interrupted', async () => {
  await using it = await start();
  it.runner.requestFullSync();
  await it.pass(quietMs);
  await it.send(genuine());
  await it.runs[0]?.fail('broken off');
  expect(named(await scrape(it), 'waymark_runs_total')).toEqual({
    'waymark_runs_total{scope="everything",outcome="yielded"}': 1,
  });
});

test('reports the time since the last success, once there is one', async () => {
  await using it = await start();
  expect((await scrape(it)).has('waymark_last_success_age_seconds')).toBe(false);
  await it.send(genuine());
  await it.pass(0);
  await it.runs[0]?.end();
  it.clock.advance(90_000);
  expect((await scrape(it)).get('waymark_last_success_age_seconds')).toBe(90);
});

test('reports metrics of its process', async () => {
  await using it = await start();
  const samples = await scrape(it);
  expect(samples.get('process_resident_memory_bytes')).toBeGreaterThan(0);
  expect(samples.has('nodejs_eventloop_lag_seconds')).toBe(true);
});

test('leaves out a metric that cannot be read, and counts the failure', async () => {
  await using it = await start();
  it.inbox.exec('ALTER TABLE event RENAME TO gone');
  const without = await scrape(it);
  expect(without.has('waymark_events_waiting')).toBe(false);
  expect(without.get('waymark_scrape_failures_total')).toBe(1);
  expect(without.has('process_resident_memory_bytes')).toBe(true);
  expect(it.logged.join('')).toContain('the inbox could not be read for a scrape');
  it.inbox.exec('ALTER TABLE gone RENAME TO event');
  const healed = await scrape(it);
  expect(healed.get('waymark_events_waiting')).toBe(0);
  expect(healed.get('waymark_scrape_failures_total')).toBe(1);
});

test('reveals nothing of the events that were sent', async () => {
  await using it = await start();
  await it.send(event('msg-secret-1', 'type.secret', { id: 'rel-secret' }));
  await it.send(event('msg-secret-2', 'release.published', { id: 'rel-secret' }));
  await it.pass(0);
  await it.runs[0]?.end();
  const text = await (await it.get('/metrics', { authorization })).text();
  expect(text).not.toContain('secret');
});

test('is not limited in its rate, and requires its own token', async () => {
  await using it = await startReceiver({
    metricsToken,
    createMetrics: createReceiverMetrics,
    perMinute: 1,
  });
  for (let n = 0; n < 3; n += 1) {
    const response = await it.get('/metrics', { authorization });
    expect([response.status, response.headers.has('ratelimit')]).toEqual([200, false]);
  }
});

test('refuses a token if the metrics are not installed, and says what to do', () => {
  expect(() => expectTool(undefined, 'METRICS_TOKEN', 'metrics')).toThrow(
    /METRICS_TOKEN is set.*lacks the tool for it.*src\/tools\/metrics.*scripts\/tools\.ts/,
  );
});
