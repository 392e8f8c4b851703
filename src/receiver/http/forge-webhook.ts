import { parse as parseForm } from 'node:querystring';
import { HTTPException } from 'hono/http-exception';
import { readForgeEvent, type WebhookHeaders } from '../../sources/github-family/webhook.ts';
import { anything, parseJson } from '../inbox/read-event.ts';
import { retentionMs } from '../inbox/record.ts';
import { hmacHeader } from '../verify/hmac-header.ts';
import type { ForgeHook, ReceiverContext, ReceiverOptions } from './context.ts';
import type { createBodyReader } from './read-body.ts';
import type { Take } from './take.ts';

type Options = Pick<ReceiverOptions, 'clock' | 'metrics'> & {
  take: Take;
  readBody: ReturnType<typeof createBodyReader>;
};

/**
 * Verifies deliveries of a forge. An event that can change the site is stored, and requests a full
 * sync. All others are acknowledged, and leave nothing behind. Without a signature, no body is read.
 * The handler throws HTTPException for each delivery that is refused.
 */
export function createForgeDeliver(hook: ForgeHook, options: Options) {
  const { take, readBody, clock, metrics } = options;
  // Without a time, an edit back to an earlier text has the body of that text.
  const known = hook.hasTime ? { bodyKnownMs: retentionMs } : {};
  return async (c: ReceiverContext): Promise<Response> => {
    const { header, signature, event, delivery } = headersOf(c, hook);
    const hasForm = isForm(header('content-type'));
    using received = await readBody(c.env.incoming);
    const now = clock.now();
    const json = payloadOf(received.body, hasForm);
    const signed = { header, body: hook.signsPayload ? json : received.body, isCleartext: false };
    const origin = hmacHeader(signature, hook.secrets, delivery)(signed, now);
    if (origin.kind === 'refused') throw refusal(401, origin.why);
    const name = header(event) ?? '';
    const read = readForgeEvent(hook, name, parseObject(json));
    const target = read && (await hook.concernsSite(read)) ? anything : undefined;
    const subject = { type: read?.type ?? name, target };
    // `/status` shows a ping, and so that the forge reaches the receiver.
    if (target || name === 'ping') return take(c, { ...origin, ...known, subject, now });
    metrics?.countEvent('ignored');
    return c.json({ ignored: origin.id });
  };
}

function refusal(status: 400 | 401 | 415, message: string): HTTPException {
  return new HTTPException(status, { message });
}

function headersOf(c: ReceiverContext, { headers }: ForgeHook) {
  const isSent = ({ signature }: WebhookHeaders) => c.req.header(signature) !== undefined;
  const names = headers.find(isSent) ?? headers[0];
  const claimed = c.req.header(names.signature)?.match(hexSignature)?.[1];
  if (claimed === undefined) throw refusal(401, `${names.signature} is missing or invalid`);
  const header = (name: string) =>
    name === names.signature ? `sha256=${claimed}` : c.req.header(name);
  return { ...names, header };
}

const hexSignature = /^(?:sha256=)?([0-9a-f]{64})$/i;

/** @throws HTTPException if no delivery has this type */
function isForm(contentType = ''): boolean {
  const type = deliveryTypes.exec(contentType);
  if (type) return type[1] !== undefined;
  throw refusal(
    415,
    'the content type has to be one of application/json, application/x-www-form-urlencoded',
  );
}

const deliveryTypes = /^\s*application\/(?:json|(x-www-form-urlencoded))\s*(?:;|$)/i;

function payloadOf(body: Buffer, hasForm: boolean): Buffer {
  return hasForm ? Buffer.from(String(parseForm(body.toString('utf8')).payload)) : body;
}

function parseObject(json: Buffer): object {
  const value = parseJson(json);
  if (typeof value === 'object' && value !== null) return value;
  throw refusal(400, 'the body has no JSON object');
}
