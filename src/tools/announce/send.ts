import type { PostClient } from '../../client/post-once.ts';
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
  { client, clock, until }: { client: PostClient; clock: Clock; until: number },
): Promise<Sent> {
  for (;;) {
    const posted = await client.post(message);
    if (!('status' in posted)) return posted;
    const { status, retryAfter } = posted;
    if (status >= 200 && status < 300) return { state: 'sent' };
    const gap = retryMs(retryAfter);
    if (status !== 429 || clock.now().getTime() + gap > until) {
      const why = `answered ${status}: ${withoutSecrets(posted.text, target)}`.replace(/: $/, '');
      // After an error of the server, the message may still have been posted.
      return {
        state: status >= 500 ? 'unknown' : 'failed',
        why,
        isGone: status === 404 || status === 410,
      };
    }
    await clock.sleep(gap);
  }
}

/** @param seconds `Retry-After` in seconds, which may have a fraction at Discord */
function retryMs(seconds: string | undefined): number {
  const ms = Number(seconds ?? Number.NaN) * 1000;
  return ms > 0 && ms < Number.POSITIVE_INFINITY ? Math.max(ms, 1000) : defaultRetryMs;
}

/** The other side's words, without parts of the address. */
function withoutSecrets(text: string, { address, secret = '' }: Target): string {
  const own = [address.href, ...address.href.split(/[/?&=#:]/), secret];
  const parts = own.flatMap((part) => [part, decoded(part)]).filter((part) => part.length >= 4);
  return shorten(oneLine(parts.reduce((all, part) => all.replaceAll(part, '…'), text)), 200);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
