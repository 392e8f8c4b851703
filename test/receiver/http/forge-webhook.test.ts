import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { SourceEntry } from '../../../src/config/sources-file.ts';
import {
  dueEvents,
  pendingEvents,
  resolvePending,
} from '../../../src/receiver/inbox/pending-events.ts';
import { lastEvent } from '../../../src/receiver/inbox/record.ts';
import { forgejoWebhook } from '../../../src/sources/forgejo/webhook.ts';
import { gitHubWebhook } from '../../../src/sources/github/webhook.ts';
import type { ForgeEvent, ForgeWebhook } from '../../../src/sources/github-family/webhook.ts';
import { forgejoDelivery, forgejoPayloads } from '../../support/forgejo-webhooks.ts';
import {
  gitHubDelivery,
  payloads,
  type Sent,
  webhookSecret,
} from '../../support/github-webhooks.ts';
import { pollMs } from '../schedule/start-runner.ts';
import { startReceiver } from './start-receiver.ts';

const Count = z.object({ n: z.int() });
const minute = 60_000;
const mebibyte = 1024 * 1024;

interface Forge {
  webhook: ForgeWebhook;
  source: SourceEntry;
  deliver(
    event: string,
    payload: object | string,
    sent?: Sent,
  ): RequestInit & { headers: Record<string, string>; body: string };
  payloads: {
    release(
      action: string,
      over?: Record<string, unknown>,
      about?: { full_name: string; id: number },
    ): object;
    push(files: { modified?: string[] }): object;
    other(action: string): object;
  };
  ping: object;
  /** Events and payloads that change nothing public. */
  ignored: [string, object][];
}

const forges: Forge[] = [
  {
    webhook: gitHubWebhook,
    source: { github: 'acme/board', private: false },
    deliver: gitHubDelivery,
    payloads,
    ping: payloads.ping(),
    ignored: [
      ['release', payloads.release('created', { draft: true })],
      ['release', payloads.release('created')],
      ['milestone', payloads.milestone('created')],
      ['repository', payloads.repository('edited')],
    ],
  },
  {
    webhook: forgejoWebhook,
    source: {
      forgejo: 'https://forgejo.example/acme/board',
      token: 'FORGEJO_TOKEN',
      private: false,
    },
    deliver: forgejoDelivery,
    payloads: forgejoPayloads,
    ping: { repository: forgejoPayloads.other('').repository },
    ignored: [
      ['repository', forgejoPayloads.other('created')],
      ['release', forgejoPayloads.release('published', {}, { instance: 'https://other.example' })],
      // A test delivery.
      ['push', forgejoPayloads.push({}, { ref: 'refs/heads/main' })],
    ],
  },
];
describe.each(forges)('$webhook.name', ({ webhook, source, deliver, payloads, ping, ignored }) => {
  const { signature } = webhook.headers[0];
  const forge = {
    ...webhook,
    secrets: [webhookSecret],
    concernsSite: async (event: ForgeEvent) => event.concernsSite([source], {}),
  };

  async function start(over: Parameters<typeof startReceiver>[0] = {}) {
    const receiver = await startReceiver({ forges: [forge], verify: undefined, ...over });
    const send = async (init: RequestInit) => {
      const response = await fetch(`${receiver.url}/webhooks/${webhook.name}`, init);
      return { status: response.status, body: await response.json() };
    };
    return { ...receiver, send };
  }

  const rowsIn = ({ inbox }: Awaited<ReturnType<typeof start>>) =>
    inbox.get(Count, 'SELECT count(*) AS n FROM event')?.n;
  const published = (id: number) => payloads.release('published', { id });

  test.each([false, true])('a published release starts a run; form: %j', async (isForm) => {
    await using it = await start();
    const sent = deliver('release', published(1), { isForm, id: 'guid-1' });
    expect(await it.send(sent)).toEqual({ status: 202, body: { accepted: 'guid-1' } });
    await it.pass(0);
    expect(it.runs).toMatchObject([{ awaited: [], scope: 'everything' }]);
    expect(lastEvent(it.inbox)).toMatchObject({ id: 'guid-1', type: 'release.published' });
    expect(await it.send(sent)).toEqual({ status: 200, body: { known: 'guid-1' } });
  });

  test('a ping is answered, shown in the status, and starts nothing', async () => {
    await using it = await start();
    const sent = deliver('ping', ping, { isForm: true, id: 'guid-ping' });
    expect(await it.send(sent)).toEqual({ status: 200, body: { ignored: 'guid-ping' } });
    await it.pass(pollMs / 2);
    expect(it.runs).toEqual([]);
    expect(lastEvent(it.inbox)).toMatchObject({ id: 'guid-ping', type: 'ping' });
  });

  test.each([
    ...ignored,
    ['release', payloads.release('edited', { draft: true })],
    ['release', payloads.release('deleted', { draft: true })],
    ['release', payloads.release('published', {}, { full_name: 'acme/other', id: 2 })],
    ['star', payloads.other('created')],
    ['issue_comment', payloads.other('created')],
    ['push', payloads.push({ modified: ['CHANGELOG.md'] })],
    ['release', { action: 'published' }],
    ['release', []],
    ['__proto__', payloads.other('created')],
    ['constructor', payloads.other('created')],
  ])('an event that changes nothing public leaves nothing behind: %s %j', async (name, payload) => {
    await using it = await start();
    expect(await it.send(deliver(name, payload))).toMatchObject({ status: 200 });
    await it.pass(pollMs / 2);
    expect([it.runs, rowsIn(it)]).toEqual([[], 0]);
  });

  const known = webhook.hasTime ? 7 * 24 * 60 * minute : 5 * minute;
  test(`a replay with another id is known for ${known / minute} minutes`, async () => {
    await using it = await start();
    expect((await it.send(deliver('release', published(1)))).status).toBe(202);
    for (const event of dueEvents(it.inbox, it.clock.now()))
      resolvePending(it.inbox, event, { kind: 'fulfilled' }, it.clock.now());
    it.clock.advance(known - minute);
    expect((await it.send(deliver('release', published(1)))).status).toBe(200);
    it.clock.advance(2 * minute);
    expect((await it.send(deliver('release', published(1)))).status).toBe(202);
    expect((await it.send(deliver('release', published(2)))).status).toBe(202);
  });

  test.each([
    ['a wrong secret', deliver('release', published(1), { secret: 'not it' }), 401],
    ['another body', { ...deliver('release', published(1)), body: '{}' }, 401],
    ['a type that is not read', withHeader('content-type', 'text/plain'), 415],
    ['a type of no form', withHeader('content-type', 'constructor'), 415],
    ['no signature', withHeader(signature, ''), 401],
    ['only the old signature', withHeader(signature, 'sha1=00'), 401],
    ['a body without JSON', deliver('release', '{"action":'), 400],
    ['a body that is no object', deliver('release', '7'), 400],
  ])('refuses a delivery with %s', async (_what, sent, status) => {
    await using it = await start();
    expect((await it.send(sent)).status).toBe(status);
    expect([it.runs, rowsIn(it)]).toEqual([[], 0]);
  });

  test('a delivery without a signature is answered before its body arrives', async () => {
    await using it = await start();
    const socket = connect(it.port, '127.0.0.1');
    socket.write(
      `POST /webhooks/${webhook.name} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9000000\r\n\r\n`,
    );
    const [first] = await new Promise<string[]>((resolve) =>
      socket.once('data', (data) => resolve(String(data).split('\r\n'))),
    );
    expect(first).toBe('HTTP/1.1 401 Unauthorized');
    socket.destroy();
  });

  test('a body over 5 MiB is refused, whether or not its size is announced', async () => {
    await using it = await start();
    const { headers } = deliver('push', {});
    const big = new Uint8Array(5 * mebibyte + 1);
    expect((await it.send({ method: 'POST', headers, body: big })).status).toBe(413);
    const stream = new Blob([big]).stream();
    const init = { method: 'POST', headers, body: stream, duplex: 'half' };
    expect((await it.send(init as RequestInit)).status).toBe(413);
    const allowed = deliver('push', { ...payloads.push({}), text: 'a'.repeat(4 * mebibyte) });
    expect((await it.send(allowed)).status).toBe(200);
  });

  test('40 forged, replayed, cut and oversized deliveries start nothing and grow nothing', async () => {
    await using it = await start();
    const genuine = deliver('release', published(1), { id: 'guid-1' });
    expect((await it.send(genuine)).status).toBe(202);
    await it.pass(0);
    await it.runs[0]?.end();
    const lines = it.logged.length;
    const statuses = new Map<number, number>();
    for (let n = 0; n < 40; n += 1) {
      const other = { [webhook.headers[0].delivery]: `guid-${n}` };
      const { body, headers } = deliver('release', published(n + 2), { secret: `s${n}` });
      const sent = [
        { ...genuine, headers: { ...headers, ...other } },
        { ...genuine, headers: { ...genuine.headers, ...other } },
        { ...genuine, body: genuine.body.slice(0, n % genuine.body.length) },
        { ...genuine, body: body + ' '.repeat(n === 3 ? 5 * mebibyte : 0) },
      ][n % 4];
      const { status } = await it.send(sent ?? genuine);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    await it.pass(pollMs / 2);
    expect(Object.fromEntries(statuses)).toEqual({ 200: 10, 401: 29, 413: 1 });
    expect([it.runs.length, rowsIn(it), pendingEvents(it.inbox, 1).count]).toEqual([1, 1, 0]);
    expect(it.logged.slice(lines).join('')).not.toContain(webhookSecret);
  });

  test('an address without a secret is off', async () => {
    await using it = await start({ forges: [] });
    expect((await it.send(deliver('ping', ping))).status).toBe(404);
    expect((await fetch(`${it.url}/webhooks/release`, { method: 'POST' })).status).toBe(404);
  });

  test('only POST is taken', async () => {
    await using it = await start();
    expect((await fetch(`${it.url}/webhooks/${webhook.name}`)).status).toBe(405);
  });

  function withHeader(name: string, value: string): RequestInit {
    return deliver('release', published(1), { headers: { [name]: value } });
  }
});

test('deliveries of Gitea, which has headers of its own, are taken as those of Forgejo', async () => {
  const secrets = [webhookSecret];
  const hook = { ...forgejoWebhook, secrets, concernsSite: async () => true };
  await using it = await startReceiver({ forges: [hook], verify: undefined });
  const send = async (over: Sent) => {
    const sent = forgejoDelivery('release', forgejoPayloads.release('published'), over);
    return (await fetch(`${it.url}/webhooks/forgejo`, sent)).status;
  };
  expect(await send({ isGitea: true, secret: 'not it' })).toBe(401);
  expect(await send({ isGitea: true, id: 'guid-1' })).toBe(202);
  await it.pass(0);
  expect(lastEvent(it.inbox)).toMatchObject({ id: 'guid-1', type: 'release.published' });
});

test('the bodies of all forges share the 20 MiB that may be in memory', async () => {
  const hooks = forges.map(({ webhook }) => ({
    ...{ ...webhook, secrets: [webhookSecret] },
    concernsSite: async () => false,
  }));
  await using it = await startReceiver({ forges: hooks, verify: undefined });
  const head = `POST /webhooks/github HTTP/1.1\r\nhost: x\r\nx-hub-signature-256: sha256=${'0'.repeat(64)}\r\n`;
  const held = Array.from({ length: 4 }, () => {
    const socket = connect(it.port, '127.0.0.1');
    socket.write(
      `${head}content-type: application/json\r\ncontent-length: ${5 * mebibyte}\r\n\r\n`,
    );
    socket.write(Buffer.alloc(5 * mebibyte - 1));
    return socket;
  });
  const other = forgejoDelivery('star', forgejoPayloads.other('created'));
  const statusOfOther = async () =>
    (await fetch(`${it.url}/webhooks/forgejo`, { ...other })).status;
  await expect.poll(statusOfOther, { interval: 20, timeout: 5000 }).toBe(503);
  for (const socket of held) socket.destroy();
});
