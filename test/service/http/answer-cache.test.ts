import { setImmediate as turn } from 'node:timers/promises';
import type { HttpBindings } from '@hono/node-server';
import { expect, test } from 'vitest';
import { createEncoder } from '../../../src/lib/http/encoder.ts';
import { createLog } from '../../../src/lib/log.ts';
import { ListContributors } from '../../../src/service/contract/lists.ts';
import { createAnswerCache } from '../../../src/service/http/answer-cache.ts';
import { createApp } from '../../../src/service/http/app.ts';
import { endpointsIn } from '../../../src/service/http/endpoint.ts';
import { createSend } from '../../../src/service/http/send.ts';
import { createUploadQueue } from '../../../src/service/http/upload-queue.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { openFile } from '../open-file.ts';
import { startService } from '../start.ts';
import { fileOf } from '../store.ts';

const ofSize = (bytes: number) => new Uint8Array(bytes);
const questions = ['a', 'b', 'c'];

test('keeps answers up to a total size, and then drops the least recently used', async () => {
  const answers = createAnswerCache(() => '', { bytes: 3000, entries: 10 })();
  for (const question of questions) answers.set(question, ofSize(1000));
  const kept = questions.map((question) => answers.get(question)?.byteLength);
  expect(kept).toEqual([undefined, 1000, 1000]);
});

test('keeps a limited number of answers, however small they are', async () => {
  const answers = createAnswerCache(() => '', { bytes: 1_000_000, entries: 2 })();
  for (const question of questions) answers.set(question, ofSize(1));
  expect(questions.filter((question) => answers.get(question))).toEqual(['b', 'c']);
});

test('counts the size of the questions, too', async () => {
  const answers = createAnswerCache(() => '', { bytes: 3000, entries: 10 })();
  const long = questions.map((question) => question.repeat(1000));
  for (const question of long) answers.set(question, ofSize(1));
  expect(long.map((question) => answers.get(question) !== undefined)).toEqual([false, false, true]);
});

test('does not keep an answer that was computed before a write', async () => {
  await using service = await startService();
  await using elsewhere = await openFile(fileOf(service));
  await using here = await openFile(fileOf(service));
  const cache = createAnswerCache(here.version ?? (() => ''), { bytes: 1000, entries: 10 });
  const answers = cache();
  await elsewhere.db.updateTable('release').set({ title: 'Newer' }).execute();
  answers.set('question', new TextEncoder().encode('older'));
  await turn();
  expect(cache().get('question')).toBeUndefined();
});

/** An app with two lists, one of them public, that records what was handled and cached. */
function twoLists() {
  const seen = { handled: 0, kept: new Map<string, Uint8Array<ArrayBuffer>>() };
  const endpoint = endpointsIn('');
  const list = (path: `/${string}`, access: 'key' | 'public') =>
    endpoint(`GET ${path}`, {
      operationId: path,
      summary: '',
      access,
      query: ListContributors,
      handle: () => {
        seen.handled += 1;
        return { kind: 'ok', body: [] };
      },
    });
  const client = {
    address: '',
    isLocal: true,
    isSecure: false,
    origin: '',
    authorization: undefined,
  };
  const app = createApp({
    endpoints: [list('/closed', 'key'), list('/open', 'public')],
    handle: (_path, _access, answer) => async (c) => answer(c, client),
    cache: () => ({
      get: (question) => seen.kept.get(question),
      set: (question, body) => seen.kept.set(question, body),
    }),
    log: createLog({ level: 'silent' }),
    inTurn: async (work) => work(),
    limitReading: (work) => work(),
    usage: { used: () => {}, changed: async () => {} },
    uploads: createUploadQueue(manualClock()),
    limitCalls: async () => undefined,
    send: createSend(createEncoder()),
  });
  const get = (path: string) => app.request(path, {}, {} as HttpBindings);
  return { seen, get };
}

test('one cached answer serves all spellings of the same query', async () => {
  const { seen, get } = twoLists();
  const same = [
    '',
    '?',
    '?limit=10',
    '?offset=0&limit=10',
    '?limi%74=10',
    `?${'x'.repeat(15_000)}`,
  ];
  for (const query of same) expect((await get(`/closed${query}`)).status).toBe(200);
  expect([seen.handled, seen.kept.size]).toEqual([1, 1]);
  await get('/closed?limit=11');
  expect([seen.handled, seen.kept.size]).toEqual([2, 2]);
});

test('does not cache what needs no key', async () => {
  const { seen, get } = twoLists();
  for (const query of ['', '?a', '?b']) expect((await get(`/open${query}`)).status).toBe(200);
  expect(seen).toEqual({ handled: 3, kept: new Map() });
});
