import { describe, expect, test } from 'vitest';
import { pendingEvents } from '../../../src/receiver/inbox/pending-events.ts';
import { event, startReceiver } from '../../receiver/http/start-receiver.ts';
import { pollMs } from '../../receiver/schedule/start-runner.ts';

describe('a burst', () => {
  // All deliveries arrive at once, which is a lot of connections for a busy machine.
  test('of 1,000 deliveries leads to one or two runs, which await the last release', {
    timeout: 180_000,
  }, async () => {
    await using it = await startReceiver();
    const ids = Array.from({ length: 1000 }, (_, n) => `${n}`);
    const send = (id: string) => it.send(event(id, 'release.published', { id: `rel_${id}` }));
    const statuses = await Promise.all(ids.map(async (id) => (await send(id)).status));
    expect(new Set(statuses)).toEqual(new Set([202]));
    await it.runs[0]?.end();
    await it.pass(0);
    await it.runs[1]?.end();
    await it.pass(pollMs / 2);
    expect(it.runs.length).toBeLessThanOrEqual(2);
    expect(it.runs.flatMap(({ awaited }) => awaited)).toContain('rel_999');
    expect(pendingEvents(it.inbox, 1).count).toBe(0);
  });
});
