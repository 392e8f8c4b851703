import { parse as parseForm } from 'node:querystring';
import { parseForeignJson } from '../../lib/json.ts';
import type { WebhookHeaders } from '../../sources/forge/webhook.ts';
import { anything } from '../inbox/read-event.ts';
import { retentionMs } from '../inbox/record.ts';
import { hmacHeader } from '../verify/hmac-header.ts';
import type { ForgeHook, ReceiverContext, ReceiverOptions } from './context.ts';
import type { createBodyReader } from './read-body.ts';
import type { Take } from './take.ts';

type Options = Pick<ReceiverOptions, 'clock' | 'log' | 'metrics'> & {
  take: Take;
  readBody: ReturnType<typeof createBodyReader>;
};

/**
 * Verifies deliveries of a forge. An event that can change the site is stored, and requests a full
 * sync. All others are acknowledged, and leave nothing behind. Without a signature, no body is read.
 */
export function createForgeDeliver(hook: ForgeHook, options: Options) {
  const { log, metrics, readBody } = options;
  return async (c: ReceiverContext): Promise<Response> => {
    const refuse = (error: string, status: 400 | 401 | 413 | 415 | 503) => {
      metrics?.countEvent('refused');
      log.info({ from: c.get('client').address, why: error }, 'refused a delivery');
      return c.json({ error }, status, status === 503 ? { 'retry-after': '30' } : {});
    };
    const isSent = ({ signature }: WebhookHeaders) => c.req.header(signature) !== undefined;
    const headers = hook.headers.find(isSent) ?? hook.headers[0];
    const claimed = c.req.header(headers.signature)?.match(hexSignature)?.[1];
    if (claimed === undefined) return refuse(`${headers.signature} is missing or invalid`, 401);
    const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
    const payloadOf = payloads.get(type);
    if (!payloadOf)
      return refuse(`the content type has to be one of ${[...payloads.keys()].join(', ')}`, 415);
    using read = await readBody(c.env.incoming);
    if (read.refused !== undefined) return refuse(read.refused, read.status);
    return createHandle(
      hook,
      headers,
      options,
    )(...[c, claimed, { body: read.body, payload: payloadOf(read.body) }, refuse]);
  };
}

interface Received {
  body: Buffer;
  /** JSON. */
  payload: Buffer;
}

function createHandle(
  { secrets, signsPayload, hasTime, concernsSite, read }: ForgeHook,
  headers: WebhookHeaders,
  { take, clock, metrics }: Options,
) {
  // Without a time, an edit back to an earlier text has the body of that text.
  const known = hasTime ? { bodyKnownMs: retentionMs } : {};
  const verify = hmacHeader(headers.signature, secrets, headers.delivery);
  return async (
    c: ReceiverContext,
    signature: string,
    { body, payload: json }: Received,
    refuse: (error: string, status: 400 | 401) => Response,
  ): Promise<Response> => {
    const header = (name: string) =>
      name === headers.signature ? `sha256=${signature}` : c.req.header(name);
    const now = clock.now();
    const signed = signsPayload ? json : body;
    const origin = verify({ header, body: signed, isCleartext: false }, now);
    if (origin.kind === 'refused') return refuse(origin.why, 401);
    const payload = parsed(json);
    if (payload === undefined) return refuse('the body has no JSON object', 400);
    const name = c.req.header(headers.event) ?? '';
    const event = read(name, payload);
    const isRun = event !== undefined && (await concernsSite(event));
    // `/status` shows a ping, and so that the forge reaches the receiver.
    if (!isRun && name !== 'ping') {
      metrics?.countEvent('ignored');
      return c.json({ ignored: origin.id });
    }
    const { action } = payload;
    const type = (typeof action === 'string' ? `${name}.${action}` : name).slice(0, maxTypeLength);
    const subject = { type, target: isRun ? anything : undefined };
    return take(c, { ...origin, ...known, subject, now });
  };
}

const hexSignature = /^(?:sha256=)?([0-9a-f]{64})$/i;
const maxTypeLength = 100;

/** Extract the payload of a body, by its type. */
const payloads = new Map<string, (body: Buffer) => Buffer>([
  ['application/json', (body) => body],
  [
    'application/x-www-form-urlencoded',
    (body) => Buffer.from(String(parseForm(body.toString('utf8')).payload)),
  ],
]);

function parsed(payload: Buffer): { action?: unknown } | undefined {
  try {
    const value = parseForeignJson(payload.toString('utf8'));
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
