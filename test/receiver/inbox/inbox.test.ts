import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { SettingsError } from '../../../src/model/errors.ts';
import { openInbox } from '../../../src/receiver/inbox/open.ts';
import {
  dueEvents,
  givenUp,
  nextDue,
  pendingEvents,
  resolvePending,
} from '../../../src/receiver/inbox/pending-events.ts';
import { deleteOldEvents, lastEvent, recordEvent } from '../../../src/receiver/inbox/record.ts';
import { lastSuccess, recordSuccess } from '../../../src/receiver/inbox/success.ts';
import { openFile } from '../../service/open-file.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { now } from '../http/delivery.ts';
import { tempInbox, wishFor } from './temp-inbox.ts';

const days = (count: number) => new Date(now.getTime() + count * 86_400_000);
const ids = (rows: { id: string }[]) => rows.map(({ id }) => id);

test('a foreign database stays unchanged', async () => {
  await using folder = await tempFolder();
  const file = join(folder.path, 'service.db');
  await (await openFile(file))[Symbol.asyncDispose]();
  const before = await readFile(file);
  expect(() => openInbox(file)).toThrow(
    /belongs to another program.*not changed.\n.*WEBHOOK_INBOX/,
  );
  expect(await readFile(file)).toEqual(before);
});

test('SQLite syncs to disk at every commit, before an event is acknowledged', async () => {
  await using it = await tempInbox();
  const pragma = it.inbox.get(z.looseObject({}), 'PRAGMA synchronous');
  expect(pragma).toEqual({ synchronous: 2 });
});

test('an event is new the first time, and known after that', async () => {
  await using it = await tempInbox();
  expect([1, 2, 3].map(() => wishFor(it.inbox, 'a', now))).toEqual(['new', 'known', 'known']);
  expect(ids(dueEvents(it.inbox, now))).toEqual(['a']);
});

test('an event survives the process that stored it', async () => {
  await using folder = await tempFolder();
  const file = join(folder.path, 'webhook.db');
  {
    using inbox = openInbox(file);
    wishFor(inbox, 'a', now);
  }
  using inbox = openInbox(file);
  expect(wishFor(inbox, 'a', now)).toBe('known');
  expect(ids(dueEvents(inbox, now))).toEqual(['a']);
});

test('an ignored event is known, and requests no run', async () => {
  await using it = await tempInbox();
  const ping = { id: 'a', subject: { type: 'ping', target: undefined }, now };
  expect([1, 2].map(() => recordEvent(it.inbox, ping))).toEqual(['new', 'known']);
  expect(dueEvents(it.inbox, now)).toEqual([]);
  expect(lastEvent(it.inbox)).toEqual({ id: 'a', type: 'ping', received_at: now.toISOString() });
});

test('a scheduled event is due at its time, and not before', async () => {
  await using it = await tempInbox();
  wishFor(it.inbox, 'a', now, days(40));
  expect(dueEvents(it.inbox, days(39))).toEqual([]);
  expect(nextDue(it.inbox, now)).toBe(days(40).getTime());
  expect(ids(dueEvents(it.inbox, days(40)))).toEqual(['a']);
  expect(nextDue(it.inbox, days(40))).toBeUndefined();
});

test('an overdue event is due at once', async () => {
  await using it = await tempInbox();
  wishFor(it.inbox, 'a', now, days(-1));
  expect(ids(dueEvents(it.inbox, now))).toEqual(['a']);
});

test('a settled event is no longer pending', async () => {
  await using it = await tempInbox();
  for (const id of ['a', 'b', 'c']) wishFor(it.inbox, id, now);
  const [a, b] = dueEvents(it.inbox, now);
  if (!a || !b) throw new Error('two events are due');
  resolvePending(it.inbox, a, { kind: 'fulfilled' }, now);
  resolvePending(it.inbox, b, { kind: 'given-up', why: 'nowhere' }, now);
  expect(ids(dueEvents(it.inbox, now))).toEqual(['c']);
  expect(pendingEvents(it.inbox, 5).count).toBe(1);
  expect(givenUp(it.inbox, 5)).toEqual([{ id: 'b', release_id: 'rel_b', why: 'nowhere' }]);
});

test('an open event counts its lookups, and keeps the time of the first', async () => {
  await using it = await tempInbox();
  wishFor(it.inbox, 'a', now);
  for (const at of [days(1), days(2)]) {
    const [event] = dueEvents(it.inbox, days(2));
    if (event) resolvePending(it.inbox, event, { kind: 'open', why: 'not yet' }, at);
  }
  const first_look_at = days(1).toISOString();
  expect(dueEvents(it.inbox, days(2))).toMatchObject([{ attempts: 2, first_look_at }]);
});

test('an event that waits for publishing stays due, and no lookup is counted', async () => {
  await using it = await tempInbox();
  wishFor(it.inbox, 'a', now);
  const [event] = dueEvents(it.inbox, now);
  if (event) resolvePending(it.inbox, event, { kind: 'waiting', why: 'paused' }, days(1));
  expect(dueEvents(it.inbox, now)).toMatchObject([{ attempts: 0, first_look_at: null }]);
  expect(pendingEvents(it.inbox, 5).first).toMatchObject([{ id: 'a', why: 'paused' }]);
});

test('a moved event is due at its new time, without lookups', async () => {
  await using it = await tempInbox();
  wishFor(it.inbox, 'a', now);
  const [event] = dueEvents(it.inbox, now);
  if (event) resolvePending(it.inbox, event, { kind: 'moved', why: 'later', at: days(3) }, now);
  expect(dueEvents(it.inbox, days(2))).toEqual([]);
  expect(dueEvents(it.inbox, days(3))).toMatchObject([{ attempts: 0, first_look_at: null }]);
});

test('settled events are kept for seven days, and open ones forever', async () => {
  await using it = await tempInbox();
  wishFor(it.inbox, 'open', now);
  recordEvent(it.inbox, { id: 'settled', subject: { type: 'ping', target: undefined }, now });
  deleteOldEvents(it.inbox, days(7));
  expect(wishFor(it.inbox, 'settled', now)).toBe('known');
  deleteOldEvents(it.inbox, days(7.01));
  expect(wishFor(it.inbox, 'settled', now)).toBe('new');
  expect(wishFor(it.inbox, 'open', now)).toBe('known');
});

test('the last success is kept, with the old generation if nothing went live', async () => {
  await using it = await tempInbox();
  expect(lastSuccess(it.inbox)).toBeUndefined();
  const common = { visibilities: new Map(), parts: { sync: 5 } };
  recordSuccess(
    it.inbox,
    { ...common, kind: 'live', scope: 'everything', generation: 'g1' },
    { target: 'here', now },
  );
  recordSuccess(
    it.inbox,
    { ...common, kind: 'paused', scope: 'everything', why: 'p', generation: undefined },
    { target: 'here', now: days(1) },
  );
  expect(lastSuccess(it.inbox)).toEqual({
    at: days(1).toISOString(),
    target: 'here',
    kind: 'paused',
    why: 'p',
    generation: 'g1',
    parts: { sync: 5 },
  });
});

test('two receivers do not share an inbox', async () => {
  await using it = await tempInbox();
  expect(() => openInbox(it.file)).toThrow(/Another receiver uses the inbox/);
});

test('explains an unusable inbox, and releases its lock', async () => {
  await using folder = await tempFolder();
  const file = join(folder.path, 'webhook.db');
  await writeFile(file, 'not a database at all, only some text');
  for (const _ of [1, 2]) expect(() => openInbox(file)).toThrow(/Set WEBHOOK_INBOX to a file/);
  const inFile = join(file, 'webhook.db');
  expect(() => openInbox(inFile)).toThrow(SettingsError);
  await mkdir(join(folder.path, 'folder'));
  expect(() => openInbox(join(folder.path, 'folder'))).toThrow(/Set WEBHOOK_INBOX/);
});
