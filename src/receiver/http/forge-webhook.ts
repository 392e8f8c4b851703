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
    const sent = (name: string) => c.req.header(name);
    const isSent = ({ signature }: WebhookHeaders) => sent(signature) !== undefined;
    const { signature, event, delivery } = hook.headers.find(isSent) ?? hook.headers[0];
    const claimed = sent(signature)?.match(hexSignature)?.[1];
    if (claimed === undefined) throw refusal(401, `${signature} is missing or invalid`);
    const header = (name: string) => (name === signature ? `sha256=${claimed}` : sent(name));
    const readPayload = findPayload(sent('content-type'));
    using received = await readBody(c.env.incoming);
    const now = clock.now();
    const json = readPayload(received.body);
    const signed = { header, body: hook.signsPayload ? json : received.body, isCleartext: false };
    const origin = hmacHeader(signature, hook.secrets, delivery)(signed, now);
    if (origin.kind === 'refused') throw refusal(401, origin.why);
    const name = sent(event) ?? '';
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

const hexSignature = /^(?:sha256=)?([0-9a-f]{64})$/i;

/** Each media type of deliveries, with a function that finds the JSON in a body. */
const payloads = new Map<string, (body: Buffer) => Buffer>([
  ['application/json', (body) => body],
  [
    'application/x-www-form-urlencoded',
    (body) => Buffer.from(String(parseForm(body.toString('utf8')).payload)),
  ],
]);

/** @throws HTTPException if no delivery has this type */
function findPayload(contentType = '') {
  const [type = ''] = contentType.split(';');
  const found = payloads.get(type.trim().toLowerCase());
  if (found) return found;
  throw refusal(415, `the content type has to be one of ${[...payloads.keys()].join(', ')}`);
}

function parseObject(json: Buffer): object {
  const value = parseJson(json);
  if (typeof value === 'object' && value !== null) return value;
  throw refusal(400, 'the body has no JSON object');
}
