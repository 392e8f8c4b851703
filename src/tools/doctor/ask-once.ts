import { type AuthScheme, authorization } from '../../client/credentials.ts';
import type { HttpAnswer } from '../../client/exchange.ts';
import { exchange } from '../../client/exchange.ts';
import { failure } from '../../client/failure.ts';
import { createPool, usualTimeouts } from '../../client/pool.ts';
import type { Clock } from '../../lib/time/clock.ts';

interface Answered extends HttpAnswer {
  /** How long it took, in milliseconds. */
  ms: number;
}

const maxBytes = 1024 * 1024;

/**
 * One GET below `/v1`, which is not tried again.
 * @param ms how long it may take, all in all
 * @throws ApiError where nothing came back, or not what was asked for
 */
export async function askOnce(
  { baseUrl, key, auth }: { baseUrl: string; key: string; auth: AuthScheme },
  path: string,
  { clock, ms }: { clock: Clock; ms: number },
): Promise<Answered> {
  const dispatcher = createPool(usualTimeouts);
  const url = new URL(`${baseUrl}/v1/${path}`);
  const headers = { accept: 'application/json', authorization: authorization(auth, key) };
  const asked = clock.now().getTime();
  const total = AbortSignal.timeout(ms);
  const result = await exchange(url, { dispatcher, headers, maxBytes, total, signal: undefined });
  await dispatcher.close();
  if (result.kind === 'answer' && result.answer.status === 200)
    return { ...result.answer, ms: clock.now().getTime() - asked };
  throw failure(url, result, 1, 'it was asked once', key);
}
