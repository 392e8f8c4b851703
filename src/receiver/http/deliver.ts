import { isCleartext } from '../../lib/http/client-identity.ts';
import { readEvent } from '../inbox/read-event.ts';
import type { ReceiverContext, ReceiverOptions } from './context.ts';
import type { Take } from './take.ts';

type DeliverOptions = Pick<ReceiverOptions, 'verify' | 'clock' | 'log' | 'metrics'> & {
  take: Take;
};

/** Verifies a delivery, stores its event, and only then acknowledges it. */
export function createDeliver({ verify, take, clock, log, metrics }: DeliverOptions) {
  return async (c: ReceiverContext): Promise<Response> => {
    const body = await readBody(c);
    if (body === undefined) return c.json({ error: 'The body was not received completely.' }, 400);
    const client = c.get('client');
    const header = (name: string) => c.req.header(name);
    const now = clock.now();
    const origin = verify({ header, body, isCleartext: isCleartext(client) }, now);
    if (origin.kind === 'genuine') return take(c, { id: origin.id, subject: readEvent(body), now });
    metrics?.countEvent('refused');
    log.info({ from: client.address, why: origin.why }, 'refused a delivery');
    return c.json({ error: origin.why }, 401);
  };
}

/** Returns the raw bytes; undefined if the sender disconnected before the end. */
async function readBody(c: ReceiverContext): Promise<Uint8Array | undefined> {
  try {
    return new Uint8Array(await c.req.arrayBuffer());
  } catch {
    return undefined;
  }
}
