import { unescape as decoded } from 'node:querystring';
import type { Post, PostRequest } from '../../client/public-post.ts';
import { parseRetryAfter } from '../../client/retry.ts';
import { failureKind } from '../../lib/http/failure-kind.ts';
import type { Posted } from '../../lib/http/post-once.ts';
import { oneLine, shorten } from '../../lib/text/text.ts';
import type { Clock } from '../../lib/time/clock.ts';
import { createScrub } from '../../receiver/scrub.ts';
import type { Target } from './announce-file.ts';

/** The outcome of a message. `isGone`: the address answered 404 or 410. */
export interface Sent {
  state: 'sent' | 'failed' | 'unknown';
  why?: string;
  isGone?: boolean;
}

/** In milliseconds. */
const retry = { default: 5000, min: 1000 };

/**
 * Sends a message. Obeys `Retry-After` of an answer 429 until the given time.
 * @param until milliseconds since 1970
 */
export async function sendMessage(
  message: PostRequest,
  target: Target,
  { post, clock, until }: { post: Post; clock: Clock; until: number },
): Promise<Sent> {
  for (;;) {
    const posted = await post(message);
    if ('error' in posted || posted.status !== 429) return outcomeOf(posted, target);
    const now = clock.now();
    const gap = Math.max(parseRetryAfter(posted.retryAfter, now) ?? retry.default, retry.min);
    if (now.getTime() + gap > until) return outcomeOf(posted, target);
    await clock.sleep(gap);
  }
}

function outcomeOf(posted: Posted, target: Target): Sent {
  if ('error' in posted)
    return { state: posted.isSent ? 'unknown' : 'failed', why: failureKind(posted.error) };
  const { status, text } = posted;
  if (status >= 200 && status < 300) return { state: 'sent' };
  const why = `answered ${status}: ${withoutSecrets(text, target)}`.replace(/: $/, '');
  // After an error of the server, the message may still have been posted.
  const state = status >= 500 ? 'unknown' : 'failed';
  return { state, why, isGone: status === 404 || status === 410 };
}

/** The other side's words, without parts of the address. */
function withoutSecrets(text: string, { address: { href }, secret = '' }: Target): string {
  const parts = [href, ...href.split(/[/?&=#:]/), secret];
  const scrub = createScrub(parts.flatMap((part) => [part, decoded(part)]));
  return shorten(oneLine(scrub(text)), 200);
}
