import { parse as parseForm } from 'node:querystring';
import { parseForeignJson } from '../../lib/json.ts';
import { readForgeEvent, type WebhookHeaders } from '../../sources/github-family/webhook.ts';
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
  const { take, readBody, clock, log, metrics } = options;
  // Without a time, an edit back to an earlier text has the body of that text.
  const known = hook.hasTime ? { bodyKnownMs: retentionMs } : {};
  const refuse = (c: ReceiverContext, error: string, status: 400 | 401 | 413 | 415 | 503) => {
    metrics?.countEvent('refused');
    log.info({ from: c.get('client').address, why: error }, 'refused a delivery');
    return c.json({ error }, status, status === 503 ? { 'retry-after': '30' } : {});
  };
  return async (c: ReceiverContext): Promise<Response> => {
    const { isSigned, header, signature, event, delivery } = headersOf(c, hook);
    if (!isSigned) return refuse(c, `${signature} is missing or invalid`, 401);
    const [type = ''] = (header('content-type') ?? '').split(';');
    const payloadOf = payloads.get(type.trim().toLowerCase());
    if (!payloadOf)
      return refuse(c, `the content type has to be one of ${[...payloads.keys()].join(', ')}`, 415);
    using read = await readBody(c.env.incoming);
    if (read.refused !== undefined) return refuse(c, read.refused, read.status);
    const now = clock.now();
    const json = payloadOf(read.body);
    const signed = { header, body: hook.signsPayload ? json : read.body, isCleartext: false };
    const origin = hmacHeader(signature, hook.secrets, delivery)(signed, now);
    if (origin.kind === 'refused') return refuse(c, origin.why, 401);
    const payload = parsed(json);
    if (payload === undefined) return refuse(c, 'the body has no JSON object', 400);
    const subject = await subjectOf(hook, payload, header(event));
    if (subject) return take(c, { ...origin, ...known, subject, now });
    metrics?.countEvent('ignored');
    return c.json({ ignored: origin.id });
  };
}

function headersOf(c: ReceiverContext, { headers }: ForgeHook) {
  const isSent = ({ signature }: WebhookHeaders) => c.req.header(signature) !== undefined;
  const names = headers.find(isSent) ?? headers[0];
  const claimed = c.req.header(names.signature)?.match(hexSignature)?.[1];
  const header = (name: string) =>
    name === names.signature ? `sha256=${claimed}` : c.req.header(name);
  return { ...names, header, isSigned: claimed !== undefined };
}

/** Undefined if the event leaves nothing behind. */
async function subjectOf(hook: ForgeHook, payload: { action?: unknown }, name = '') {
  const event = readForgeEvent(hook, name, payload);
  const isRun = event !== undefined && (await hook.concernsSite(event));
  // `/status` shows a ping, and so that the forge reaches the receiver.
  if (!isRun && name !== 'ping') return undefined;
  const { action } = payload;
  const type = (typeof action === 'string' ? `${name}.${action}` : name).slice(0, maxTypeLength);
  return { type, target: isRun ? anything : undefined };
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
