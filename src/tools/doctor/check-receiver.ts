import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Finding, fail, ok } from '../../lib/finding.ts';
import { listen } from '../../lib/http/listen.ts';
import { AddressError, PortTakenError } from '../../lib/http/listen-errors.ts';
import { createLog } from '../../lib/log.ts';
import type { Clock } from '../../lib/time/clock.ts';
import { createReceiver, malformedAnswer } from '../../receiver/http/receiver.ts';
import { openInbox } from '../../receiver/inbox/open.ts';
import type { Verifier } from '../../receiver/verify/verifier.ts';

/** Creates the headers that authenticate an event, as its sender would. */
export type Prove = (event: { id: string; body: string; now: Date }) => Record<string, string>;

export interface CheckedReceiver {
  host: string;
  port: number;
  /** Authentication by the sender. */
  prove: Prove;
  /** Verification by the receiver. */
  verify: Verifier;
  clock: Clock;
}

const what = 'receiver';
const timeoutMs = 10_000;

/**
 * Sends an authenticated event without public content to the running receiver, or to a temporary
 * one.
 */
export async function checkReceiver(receiver: CheckedReceiver): Promise<Finding> {
  const running = addressOf(receiver);
  if (receiver.port !== 0 && (await isReceiver(running)))
    return deliver(running, receiver, `The receiver at ${running}`);
  const folder = await mkdtemp(join(tmpdir(), 'waymark-doctor-'));
  try {
    using inbox = openInbox(join(folder, 'inbox.db'));
    const { fetch } = createReceiver({
      ...receiver,
      inbox,
      runner: nobodyRuns,
      log: createLog({ level: 'silent' }),
      token: undefined,
      trustedProxies: [],
      perMinute: 0,
      scrub: (text) => text,
    });
    const { host: hostname, port } = receiver;
    await using server = await listen({ fetch, port, hostname, malformed: malformedAnswer });
    return await deliver(server.url, receiver, `A receiver at ${server.url}`);
  } catch (error) {
    if (!(error instanceof PortTakenError || error instanceof AddressError)) throw error;
    return fail(what, error.message, 'Set WEBHOOK_HOST and WEBHOOK_PORT to what is free.');
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The event has no public content, and without a token nobody sees the state. */
const nobodyRuns = {
  notify() {},
  notifyLater() {},
  state(): never {
    throw new Error('There is no state to tell.');
  },
};

async function isReceiver(address: string): Promise<boolean> {
  try {
    const answer = await fetch(`${address}/healthz`, { signal: AbortSignal.timeout(timeoutMs) });
    return answer.ok && ((await answer.json()) as { ok?: unknown }).ok === true;
  } catch {
    return false;
  }
}

async function deliver(
  address: string,
  { prove, clock }: CheckedReceiver,
  who: string,
): Promise<Finding> {
  const body = JSON.stringify({ type: 'waymark.doctor', data: {} });
  const id = `doctor-${randomUUID()}`;
  const proof = prove({ id, body, now: clock.now() });
  const answer = await fetch(`${address}/webhooks/release`, {
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
    'Restart the receiver if its settings changed; docs/receiver.md explains proofs.',
  );
}

/** The address of a server, even if it listens on all addresses. */
function addressOf({ host, port }: CheckedReceiver): string {
  const here = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${here.includes(':') ? `[${here}]` : here}:${port}`;
}
