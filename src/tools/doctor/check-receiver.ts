import { randomUUID } from 'node:crypto';
import { type Finding, fail, ok, warn } from '../../lib/finding.ts';
import { failureKind } from '../../lib/http/failure-kind.ts';
import { command, ownFile } from '../../lib/processes/command.ts';
import type { Clock } from '../../lib/time/clock.ts';

/** Creates the headers that authenticate an event, in the same way as the event's sender. */
export type Prove = (event: { id: string; body: string; now: Date }) => Record<string, string>;

export interface CheckedReceiver {
  host: string;
  port: number;
  /** Where events are sent, such as `/webhooks/release`. */
  path: string;
  prove: Prove;
  clock: Clock;
}

const what = 'receiver';
const timeoutMs = 10_000;

/** Sends an authenticated test event to the running receiver. The event contains no content. */
export async function checkReceiver(receiver: CheckedReceiver): Promise<Finding> {
  const address = addressOf(receiver);
  const running = await whoAnswers(address);
  if (running === 'receiver') return deliver(address, receiver);
  return running === 'nobody'
    ? warn(
        what,
        `No receiver runs at ${address}, so no test event was sent.`,
        `Start it: ${command('webhook')}`,
      )
    : fail(
        what,
        `Port ${receiver.port} is taken.`,
        'Set WEBHOOK_HOST and WEBHOOK_PORT to a free address.',
      );
}

async function whoAnswers(address: string): Promise<'receiver' | 'nobody' | 'another'> {
  try {
    const answer = await fetch(`${address}/healthz`, { signal: AbortSignal.timeout(timeoutMs) });
    const isReceiver = answer.ok && ((await answer.json()) as { ok?: unknown }).ok === true;
    return isReceiver ? 'receiver' : 'another';
  } catch (error) {
    return failureKind(error) === 'ECONNREFUSED' ? 'nobody' : 'another';
  }
}

async function deliver(address: string, { path, prove, clock }: CheckedReceiver): Promise<Finding> {
  const who = `The receiver at ${address}`;
  const body = JSON.stringify({ type: 'waymark.doctor', data: {} });
  const id = `doctor-${randomUUID()}`;
  const proof = prove({ id, body, now: clock.now() });
  const answer = await fetch(address + path, {
    method: 'POST',
    headers: { ...proof, 'webhook-id': id, 'content-type': 'application/json' },
    body,
    signal: AbortSignal.timeout(timeoutMs),
  });
  const text = await answer.text();
  if (answer.ok) return ok(what, `${who} accepted a test event.`);
  return fail(
    what,
    `${who} refused an event (status ${answer.status}: ${text.slice(0, 200)}).`,
    `Restart the receiver if its settings changed; ${ownFile('docs/receiver.md')} explains how events prove their origin.`,
  );
}

/** The address of the receiver. If it listens on all addresses, this is the loopback address. */
function addressOf({ host, port }: CheckedReceiver): string {
  const here = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${here.includes(':') ? `[${here}]` : here}:${port}`;
}
