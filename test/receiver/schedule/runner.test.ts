import { expect, test } from 'vitest';
import { dueEvents, givenUp, pendingEvents } from '../../../src/receiver/inbox/pending-events.ts';
import { anything } from '../../../src/receiver/inbox/read-event.ts';
import { recordEvent } from '../../../src/receiver/inbox/record.ts';
import { lastSuccess } from '../../../src/receiver/inbox/success.ts';
import { wishFor } from '../inbox/temp-inbox.ts';
import { maxWaitMs, pollMs, quietMs, settled, startRunner } from './start-runner.ts';

/** The result of a run that synced only the awaited releases. */
const awaitedAlone = { scope: 'awaited' } as const;

test('syncs the release of an event at once', async () => {
  await using it = await startRunner();
  it.notify('a');
  await it.pass(0);
  expect(it.runs).toMatchObject([{ awaited: ['rel_a'], scope: 'awaited' }]);
});

test('syncs everything after a quiet time if the run before did not', async () => {
  await using it = await startRunner();
  it.notify('a');
  await it.pass(0);
  await it.runs[0]?.end(awaitedAlone);
  expect(pendingEvents(it.inbox, 1).count).toBe(0);
  await it.pass(quietMs - 1);
  expect(it.runs).toHaveLength(1);
  await it.pass(1);
  expect(it.runs[1]).toMatchObject({ awaited: [], scope: 'everything' });
  await it.runs[1]?.end();
  await it.pass(pollMs / 2);
  expect(it.runs).toHaveLength(2);
});

test('does not repeat a full sync', async () => {
  await using it = await startRunner();
  it.notify('a');
  await it.pass(0);
  await it.runs[0]?.end();
  await it.pass(pollMs / 2);
  expect(it.runs).toHaveLength(1);
});

test('syncs everything for an event without a release', async () => {
  await using it = await startRunner();
  recordEvent(it.inbox, {
    id: 'a',
    subject: { type: undefined, target: anything },
    now: it.clock.now(),
  });
  it.runner.notify();
  await it.pass(0);
  expect(it.runs).toMatchObject([{ awaited: [], scope: 'everything' }]);
});

test('leaves missing releases to a full sync', async () => {
  await using it = await startRunner();
  it.notify('a');
  await it.pass(0);
  await it.runs[0]?.end({ ...awaitedAlone, visibilities: new Map() });
  expect(pendingEvents(it.inbox, 1)).toMatchObject({ count: 1, first: [{ looks: 0 }] });
  await it.pass(quietMs);
  expect(it.runs[1]).toMatchObject({ awaited: ['rel_a'], scope: 'everything' });
});

test('runs twice at once for a burst of events, and again after a quiet time', async () => {
  await using it = await startRunner();
  for (let event = 0; event < 50; event += 1) {
    it.notify(`${event}`);
    await it.pass(0);
    if (event % 10 === 9) await it.runs.at(-1)?.end(awaitedAlone);
    await it.pass(100);
  }
  expect(it.runs.map(({ awaited }) => awaited.length)).toEqual([1, 9]);
  await it.pass(quietMs);
  expect(it.runs[2]).toMatchObject({ scope: 'everything' });
  expect(it.runs[2]?.awaited).toHaveLength(40);
  await it.runs[2]?.end();
  await it.pass(pollMs / 2);
  expect(it.runs).toHaveLength(3);
  expect(pendingEvents(it.inbox, 1).count).toBe(0);
});

test('does not delay a full sync forever', async () => {
  await using it = await startRunner();
  for (let passed = 0; passed < maxWaitMs; passed += 1000) {
    expect(it.runs.map(({ scope }) => scope)).not.toContain('everything');
    it.notify(`${passed}`);
    await it.pass(0);
    await it.runs.at(-1)?.end(awaitedAlone);
    await it.pass(1000);
  }
  expect(it.runs.at(-1)).toMatchObject({ scope: 'everything', yields: undefined });
});

test('stops a full sync for an event, and repeats it later', async () => {
  await using it = await startRunner();
  it.notify('a');
  await it.pass(0);
  await it.runs[0]?.end(awaitedAlone);
  await it.pass(quietMs);
  expect(it.runs[1]?.yields?.aborted).toBe(false);
  it.notify('b');
  expect(it.runs[1]?.yields?.aborted).toBe(true);
  await it.runs[1]?.fail('broken off');
  expect(it.runner.state().failures).toBe(0);
  await it.pass(0);
  expect(it.runs[2]).toMatchObject({ awaited: ['rel_b'], scope: 'awaited' });
  await it.runs[2]?.end(awaitedAlone);
  await it.pass(quietMs);
  expect(it.runs[3]?.scope).toBe('everything');
});

test('does not stop a full sync that an event waits for', async () => {
  await using it = await startRunner();
  await it.pass(pollMs * 1.1);
  expect(it.runs[0]?.yields).toBeDefined();
  await it.runs[0]?.fail('no API');
  it.notify('a');
  await it.pass(0);
  await it.runs[1]?.end({ ...awaitedAlone, visibilities: new Map() });
  await it.pass(quietMs);
  expect(it.runs[2]).toMatchObject({ awaited: ['rel_a'], scope: 'everything', yields: undefined });
});

test('runs once more for all events during a run', async () => {
  await using it = await startRunner();
  it.notify('a');
  await it.pass(0);
  for (const id of ['b', 'c', 'd']) it.notify(id);
  await it.pass(quietMs * 10);
  expect(it.runs).toHaveLength(1);
  await it.runs[0]?.end();
  await it.pass(0);
  expect(it.runs).toHaveLength(2);
  expect(it.runs[1]?.awaited).toEqual(['rel_b', 'rel_c', 'rel_d']);
  await it.runs[1]?.end();
  await it.pass(pollMs / 2);
  expect(it.runs).toHaveLength(2);
});

test('polls with jitter', async () => {
  let random = 0;
  await using it = await startRunner({ random: () => random });
  await it.pass(pollMs * 0.9 - 1);
  expect(it.runs).toHaveLength(0);
  await it.pass(1);
  expect(it.runs).toHaveLength(1);
  random = 1;
  await it.runs[0]?.end();
  await it.pass(pollMs * 1.1 - 1);
  expect(it.runs).toHaveLength(1);
  await it.pass(1);
  expect(it.runs).toHaveLength(2);
});

test('does not poll if that is off', async () => {
  await using it = await startRunner({ pollMs: 0 });
  await it.pass(pollMs * 100);
  expect(it.runs).toHaveLength(0);
  expect(it.runner.state()).toMatchObject({ nextPoll: undefined, nextRun: undefined });
});

test('retries a failed run with growing gaps, keeps its events and reports the error', async () => {
  await using it = await startRunner({ random: () => 0 });
  it.notify('a');
  await it.pass(quietMs);
  for (const [index, gap] of [5000, 10_000, 20_000].entries()) {
    await it.runs[index]?.fail('no build');
    expect(it.runner.state()).toMatchObject({
      failures: index + 1,
      lastError: { message: 'no build' },
      nextRun: it.clock.now().getTime() + gap,
    });
    await it.pass(gap - 1);
    expect(it.runs).toHaveLength(index + 1);
    await it.pass(1);
    expect(it.runs).toHaveLength(index + 2);
    expect(it.runs.at(-1)?.awaited).toEqual(['rel_a']);
  }
  await it.runs.at(-1)?.end();
  expect(it.runner.state().failures).toBe(0);
  expect(it.logged.join('')).toContain('no build');
});

test('runs for a new event without waiting for the retry', async () => {
  await using it = await startRunner();
  for (let failure = 0; failure < 8; failure += 1) {
    await it.pass(pollMs * 2);
    await it.runs.at(-1)?.fail('no build');
  }
  const { length } = it.runs;
  it.notify('a');
  await it.pass(quietMs);
  expect(it.runs).toHaveLength(length + 1);
});

test('looks up a missing release again with growing gaps', async () => {
  await using it = await startRunner({ random: () => 0 });
  it.notify('a');
  await it.pass(quietMs);
  for (const gap of [5000, 10_000, 20_000]) {
    const { length } = it.runs;
    const visibilities = new Map([['rel_a', { kind: 'not-yet', why: 'no list' } as const]]);
    await it.runs.at(-1)?.end({ visibilities });
    await it.pass(gap - 1);
    expect(it.runs).toHaveLength(length);
    await it.pass(1);
    expect(it.runs).toHaveLength(length + 1);
  }
  await it.runs.at(-1)?.end();
  expect(pendingEvents(it.inbox, 1).count).toBe(0);
});

test('gives up a release that is missing for a day, and logs it', async () => {
  await using it = await startRunner();
  const visibilities = new Map([['rel_a', { kind: 'not-yet', why: 'no list shows it' } as const]]);
  it.notify('a');
  await it.pass(quietMs);
  for (let hour = 0; hour <= 24; hour += 1) {
    expect(givenUp(it.inbox, 1)).toEqual([]);
    await it.runs.at(-1)?.end({ visibilities });
    await it.pass(3_600_000);
  }
  await it.runs.at(-1)?.end({ visibilities });
  expect(givenUp(it.inbox, 1)).toMatchObject([
    { id: 'a', why: expect.stringMatching(/24 hours: no list shows it/) },
  ]);
  expect(it.logged.join('')).toMatch(/"level":40.*no list shows it/);
});

test('looks up a scheduled release a moment after its time, however far ahead', async () => {
  await using it = await startRunner({ pollMs: 0 });
  const month = 40 * 86_400_000;
  expect(month).toBeGreaterThan(2 ** 31);
  wishFor(it.inbox, 'a', it.clock.now(), new Date(it.clock.now().getTime() + month));
  it.runner.notifyLater();
  await it.pass(month + quietMs - 1);
  expect(it.runs).toHaveLength(0);
  await it.pass(1);
  expect(it.runs[0]?.awaited).toEqual(['rel_a']);
});

test('looks up a release that becomes due during a run after that run', async () => {
  await using it = await startRunner({ pollMs: 0 });
  wishFor(it.inbox, 'late', it.clock.now(), new Date(it.clock.now().getTime() + 60_000));
  it.notify('a');
  await it.pass(quietMs);
  expect(it.runs[0]?.awaited).toEqual(['rel_a']);
  await it.pass(120_000);
  await it.runs[0]?.end();
  await it.pass(0);
  expect(it.runs[1]?.awaited).toEqual(['rel_late']);
});

test('follows a rescheduled release', async () => {
  await using it = await startRunner({ pollMs: 0 });
  it.notify('a');
  await it.pass(quietMs);
  const at = new Date(it.clock.now().getTime() + 3_600_000);
  const visibilities = new Map([['rel_a', { kind: 'not-yet', why: 'scheduled', at } as const]]);
  await it.runs[0]?.end({ visibilities });
  await it.pass(3_600_000 + quietMs - 1);
  expect(it.runs).toHaveLength(1);
  await it.pass(1);
  expect(it.runs).toHaveLength(2);
});

test('starts at once with events left in the inbox', async () => {
  await using before = await startRunner();
  before.notify('a');
  await before.runner[Symbol.asyncDispose]();
  await using it = await startRunner({ inbox: before.inbox, firstRun: 'at-once' });
  expect(it.runs[0]?.awaited).toEqual(['rel_a']);
});

test('passes the live generation to a run, also after a restart', async () => {
  await using before = await startRunner({ firstRun: 'at-once' });
  expect(before.runs[0]?.before).toBeUndefined();
  await before.runs[0]?.end({ generation: 'g7' });
  await before.runner[Symbol.asyncDispose]();
  await using it = await startRunner({ inbox: before.inbox, firstRun: 'at-once' });
  expect(it.runs[0]?.before).toBe('g7');
});

test('does not pass the generation of another target', async () => {
  await using before = await startRunner({ firstRun: 'at-once' });
  await before.runs[0]?.end({ generation: 'g7' });
  await before.runner[Symbol.asyncDispose]();
  const { inbox } = before;
  await using it = await startRunner({ inbox, target: 'elsewhere', firstRun: 'at-once' });
  expect(it.runs[0]?.before).toBeUndefined();
  await it.runs[0]?.end({ kind: 'paused', generation: undefined });
  expect(lastSuccess(inbox)?.generation).toBeNull();
});

test('does not wait longer when the clock is set back', async () => {
  // No run starts before the events end.
  await using it = await startRunner({ leading: 0 });
  it.notify('a');
  await it.pass(1000);
  await it.pass(-86_400_000);
  expect(it.runs).toHaveLength(0);
  it.runner.notifyLater(); // By itself it looks at the clock each second.
  await settled();
  await it.pass(quietMs);
  expect(it.runs).toHaveLength(1);
});

test('waits for the current run when disposed', async () => {
  await using it = await startRunner();
  it.notify('a');
  await it.pass(quietMs);
  const order: string[] = [];
  const disposing = it.runner[Symbol.asyncDispose]().then(() => order.push('disposed'));
  await settled();
  order.push('run ends');
  await it.runs[0]?.end();
  await disposing;
  expect(order).toEqual(['run ends', 'disposed']);
  expect(dueEvents(it.inbox, it.clock.now())).toEqual([]);
});

test('starts no run after it was disposed, and leaves the event in the inbox', async () => {
  await using it = await startRunner();
  it.notify('a');
  await it.runner[Symbol.asyncDispose]();
  await it.pass(quietMs);
  expect(it.runs).toHaveLength(0);
  expect(dueEvents(it.inbox, it.clock.now())).toHaveLength(1);
});

test('counts a run as failed if its result cannot be stored', async () => {
  await using it = await startRunner();
  it.notify('a');
  await it.pass(quietMs);
  it.inbox.exec('DROP TABLE success');
  await it.runs[0]?.end();
  expect(it.runner.state()).toMatchObject({
    failures: 1,
    lastError: { message: expect.stringMatching(/success/) },
  });
  expect(dueEvents(it.inbox, it.clock.now())).toHaveLength(1);
});
