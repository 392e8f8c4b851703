import { expect, test } from 'vitest';
import { dueEvents } from '../../../src/receiver/inbox/pending-events.ts';
import { createRecorder } from '../../../src/receiver/inbox/recorder.ts';
import { now } from '../http/delivery.ts';
import { tempInbox } from './temp-inbox.ts';

const subject = { type: 'release.published', target: { release: 'rel_1', at: undefined } };

test('concurrent events are stored together, each with its own answer', async () => {
  await using it = await tempInbox();
  let transactions = 0;
  const record = createRecorder({
    ...it.inbox,
    transaction: (work) => {
      transactions += 1;
      return it.inbox.transaction(work);
    },
  });
  const recorded = ['a', 'b', 'a'].map((id) => record({ id, subject, now }));
  expect(await Promise.all(recorded)).toEqual(['new', 'new', 'known']);
  expect(transactions).toBe(1);
  expect(dueEvents(it.inbox, now)).toHaveLength(2);
  expect(await record({ id: 'c', subject, now })).toBe('new');
});

test('if a batch cannot be stored, all its events fail and none is known', async () => {
  await using it = await tempInbox();
  const record = createRecorder(it.inbox);
  it.inbox.exec('PRAGMA query_only = ON');
  const failed = await Promise.allSettled(['a', 'b'].map((id) => record({ id, subject, now })));
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  it.inbox.exec('PRAGMA query_only = OFF');
  expect(await record({ id: 'a', subject, now })).toBe('new');
});
