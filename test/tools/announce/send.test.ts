import { expect, test } from 'vitest';
import { RefusedAddress } from '../../../src/client/guarded-connector.ts';
import type { Posted } from '../../../src/lib/http/post-once.ts';
import type { Clock } from '../../../src/lib/time/clock.ts';
import { sendMessage } from '../../../src/tools/announce/send.ts';
import { target } from './targets.ts';

const answer = (status: number, text = '', retryAfter?: string): Posted => ({
  ...{ status, text, retryAfter },
});

const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
const late = Object.assign(new Error('late'), { name: 'TimeoutError' });

/** Sends a message to a side with these answers. Time passes only while `sendMessage` sleeps. */
async function send(answers: Posted[], waitMs = 0, to = target('a')) {
  const sleeps: number[] = [];
  let [now, turn] = [0, 0];
  const clock: Clock = {
    now: () => new Date(now),
    sleep: async (ms) => {
      sleeps.push(ms);
      now += ms;
    },
  };
  const post = async () => answers[Math.min(turn++, answers.length - 1)] as Posted;
  const message = { url: to.address, headers: {}, body: '{}' };
  const sent = await sendMessage(message, to, { post, clock, until: waitMs });
  return { sent, sleeps, turn };
}

test.each<[string, Posted, object]>([
  ['accepted', answer(204), { state: 'sent' }],
  [
    'refused',
    answer(400, 'invalid_blocks'),
    { state: 'failed', why: 'answered 400: invalid_blocks', isGone: false },
  ],
  [
    'without an address any more',
    answer(404),
    { state: 'failed', why: 'answered 404', isGone: true },
  ],
  ['gone', answer(410), { state: 'failed', why: 'answered 410', isGone: true }],
  [
    'a failure that may come after posting',
    answer(502),
    { state: 'unknown', why: 'answered 502', isGone: false },
  ],
  ['not sent', { isSent: false, error: refused }, { state: 'failed', why: 'ECONNREFUSED' }],
  [
    'not sent to a private address',
    { isSent: false, error: new RefusedAddress('10.0.0.1') },
    { state: 'failed', why: 'not a public address' },
  ],
  ['without an end', { isSent: true, error: late }, { state: 'unknown', why: 'TimeoutError' }],
])('a message is %s', async (_what, posted, outcome) => {
  const { sent, turn } = await send([posted], 60_000);
  expect([sent, turn]).toEqual([outcome, 1]);
});

test.each([
  ['7', 7000],
  ['0.3', 1000],
  ['0', 1000],
  ['soon', 5000],
  [undefined, 5000],
])(
  'after a 429 with Retry-After %s, the message is sent again after %d ms',
  async (seconds, ms) => {
    const { sent, sleeps } = await send([answer(429, '', seconds), answer(200)], 60_000);
    expect([sent, sleeps]).toEqual([{ state: 'sent' }, [ms]]);
  },
);

test('a Retry-After beyond the wait is not waited for', async () => {
  const { sent, sleeps } = await send([answer(429, 'slow down', '90')], 60_000);
  expect([sent, sleeps]).toEqual([
    { state: 'failed', why: 'answered 429: slow down', isGone: false },
    [],
  ]);
});

test('the other side’s words are shown without any part of the address or the secret', async () => {
  const hook = target('a', {
    address: new URL('https://hooks.example/T0001/B%200002/s3cr3t?key=hidden-key'),
    secret: 'whsec_signed',
  });
  const words = `no ${hook.address.href} B%200002 B 0002 s3cr3t hidden-key whsec_signed\nhooks.example`;
  const { sent } = await send([answer(403, words)], 0, hook);
  expect(sent.why).toBe(
    'answered 403: no [secret] [secret] [secret] [secret] [secret] [secret] [secret]',
  );
});
