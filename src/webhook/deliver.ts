import { isOverheard } from '../lib/caller.ts';
import { hintOf } from './hint.ts';
import type { IncomingEvent } from './inbox/record.ts';
import { createRecorder } from './inbox/recorder.ts';
import type { ReceiverContext, ReceiverOptions } from './receiver.ts';

/** When a sender may try again whose event could not be written down, in seconds. */
const retryAfter = '30';

type DeliverOptions = Pick<ReceiverOptions, 'proof' | 'inbox' | 'pacer' | 'clock' | 'log'>;

/** Takes one delivery: proves it, writes it down, and only then acknowledges it. */
export function createDeliver(options: DeliverOptions) {
  const { proof, inbox, clock, log } = options;
  const record = createRecorder(inbox);
  return async (c: ReceiverContext): Promise<Response> => {
    const body = await readBody(c);
    if (body === undefined) return c.json({ error: 'The body did not come in whole.' }, 400);
    const client = c.get('client');
    const header = (name: string) => c.req.header(name);
    const now = clock.now();
    const origin = proof({ header, body, isOverheard: isOverheard(client) }, now);
    if (origin.kind === 'genuine')
      return take(c, { ...options, record }, { id: origin.id, hint: hintOf(body), now });
    log.info({ from: client.address, why: origin.why }, 'refused a delivery');
    return c.json({ error: origin.why }, 401);
  };
}

/** The raw bytes; undefined where the sender broke off. */
async function readBody(c: ReceiverContext): Promise<Uint8Array | undefined> {
  try {
    return new Uint8Array(await c.req.arrayBuffer());
  } catch {
    return undefined;
  }
}

interface TakeOptions extends DeliverOptions {
  record: ReturnType<typeof createRecorder>;
}

async function take(
  c: ReceiverContext,
  { record, pacer, log }: TakeOptions,
  event: IncomingEvent,
): Promise<Response> {
  const { id, hint, now } = event;
  const recorded = await record(event).catch((err: unknown) => {
    log.error({ err, event: id }, 'could not write an event down');
  });
  if (!recorded) {
    // What keeps this from the disk is likely to fail a run as well, and the status then tells why.
    pacer.wish();
    const error = 'The event cannot be written down at present: send it again later.';
    return c.json({ error }, 503, { 'retry-after': retryAfter });
  }
  const { type, wanted } = hint;
  const { release, at } = wanted ?? {};
  log.info({ event: id, type, release, at, recorded }, 'took an event');
  if (recorded === 'known') return c.json({ known: id });
  if (!wanted) return c.json({ ignored: id });
  if (at && at > now) pacer.wishLater();
  else pacer.wish();
  return c.json({ accepted: id }, 202);
}
