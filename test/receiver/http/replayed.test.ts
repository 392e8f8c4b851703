import { expect, test } from 'vitest';
import { hmacSignature } from '../../../src/lib/http/hmac-signature.ts';
import { dueEvents, resolvePending } from '../../../src/receiver/inbox/pending-events.ts';
import { hmacHeader } from '../../../src/receiver/verify/hmac-header.ts';
import { body } from './delivery.ts';
import { startReceiver } from './start-receiver.ts';

const secret = 'a secret of the sender';
const minute = 60_000;
type Receiver = Awaited<ReturnType<typeof startReceiver>>;

const start = () => startReceiver({ verify: hmacHeader('X-Signature', [secret]) });

async function deliver(receiver: Receiver, id?: string, sent = body): Promise<number> {
  const headers = {
    ...{ 'content-type': 'application/json', 'x-signature': hmacSignature(secret, sent) },
    ...(id !== undefined && { 'webhook-id': id }),
  };
  return (await receiver.send({ method: 'POST', headers, body: sent })).status;
}

function settleAll({ inbox, clock }: Receiver): void {
  for (const event of dueEvents(inbox, clock.now()))
    resolvePending(inbox, event, { kind: 'fulfilled' }, clock.now());
}

test.each([
  ['an id of its own', ['msg_1', 'msg_2', 'msg_3', 'msg_4']],
  ['no id', [undefined, undefined, undefined, undefined]],
])(
  'a body with %s is known while its event is pending, and five minutes longer',
  async (_, ids) => {
    await using receiver = await start();
    const [first, second, third, fourth] = ids;
    expect(await deliver(receiver, first)).toBe(202);
    receiver.clock.advance(60 * minute);
    expect(await deliver(receiver, second)).toBe(200);
    settleAll(receiver);
    receiver.clock.advance(5 * minute - 1);
    expect(await deliver(receiver, third)).toBe(200);
    receiver.clock.advance(1);
    expect(await deliver(receiver, fourth)).toBe(202);
    expect(dueEvents(receiver.inbox, receiver.clock.now())).toHaveLength(1);
  },
);

test('an id stays known for longer, and other bodies are new', async () => {
  await using receiver = await start();
  expect(await deliver(receiver, 'msg_1')).toBe(202);
  expect(await deliver(receiver, 'msg_2', `${body} `)).toBe(202);
  settleAll(receiver);
  receiver.clock.advance(60 * minute);
  expect(await deliver(receiver, 'msg_1')).toBe(200);
  expect(await deliver(receiver, 'msg_1', `${body}  `)).toBe(200);
});

test('a clock that was set back does not keep a body known', async () => {
  await using receiver = await start();
  expect(await deliver(receiver, 'msg_1')).toBe(202);
  settleAll(receiver);
  receiver.clock.advance(-60 * minute);
  expect(await deliver(receiver, 'msg_2')).toBe(202);
});
