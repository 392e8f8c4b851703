import type { PostClient, Posted } from '../../client/post-once.ts';
import { oneLine, shorten } from '../../lib/text/text.ts';
import type { Clock } from '../../lib/time/clock.ts';
import type { Target } from './announce-file.ts';
import type { Message } from './messages/message.ts';

/** The outcome of a message. `isGone`: the address answered 404 or 410. */
export interface Sent {
  state: 'sent' | 'failed' | 'unknown';
  why?: string;
  isGone?: boolean;
}

const defaultRetryMs = 5000;

/**
 * Sends a message. Obeys `Retry-After` of an answer 429 until the given time.
 * @param until milliseconds since 1970
 */
export async function sendMessage(
  message: Message,
  target: Target,
  {
    client,
    clock,
    until,
    signal,
  }: {
    client: PostClient;
    clock: Clock;
    until: number;
    signal?: AbortSignal | undefined;
  },
): Promise<Sent> {
  for (;;) {
    const posted = await client.post(message, signal);
    const sent = outcomeOf(posted, target);
    const isBusy = posted.kind === 'answer' && posted.status === 429;
    const gap = isBusy ? retryMs(posted.retryAfter) : Number.POSITIVE_INFINITY;
    if (clock.now().getTime() + gap > until) return sent;
    await clock.sleep(gap, signal);
  }
}

function outcomeOf(posted: Posted, target: Target): Sent {
  if (posted.kind !== 'answer')
    return { state: posted.kind === 'unsent' ? 'failed' : 'unknown', why: posted.why };
  const { status } = posted;
  if (status >= 200 && status < 300) return { state: 'sent' };
  const text = withoutSecrets(posted.text, target);
  const why = `answered ${status}${text === '' ? '' : `: ${text}`}`;
  // After an error of the server, the message may still have been posted.
  if (status >= 500) return { state: 'unknown', why };
  return { state: 'failed', why, isGone: status === 404 || status === 410 };
}

/** @param seconds `Retry-After` in seconds, which may have a fraction at Discord */
function retryMs(seconds: string | undefined): number {
  const given = Number(seconds ?? Number.NaN);
  return Number.isFinite(given) && given > 0 ? Math.max(given * 1000, 1000) : defaultRetryMs;
}

/** The other side's words, without parts of the address. */
function withoutSecrets(text: string, { address, secret }: Target): string {
  const { hostname, pathname, search, searchParams } = address;
  const own = [hostname, search, ...pathname.split('/'), ...searchParams.values(), secret ?? ''];
  const parts = own.flatMap((part) => [part, decoded(part)]);
  const hidden = parts
    .filter((part) => part.length >= 4)
    .reduce((all, part) => all.replaceAll(part, '…'), text.replaceAll(address.href, '…'));
  return shorten(oneLine(hidden), 200);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
