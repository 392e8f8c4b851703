import { ApiError } from '../../client/api-error.ts';
import type { Exchange } from '../../client/exchange.ts';
import { serverMessage } from '../../client/failure.ts';
import type { Forge } from './forge.ts';
import { findLimitEnd, formatMoment } from './rate-limit.ts';

interface Failed {
  forge: Forge;
  url: URL;
  result: Exchange;
  attempts: number;
  /** The token, which is removed from the error even if the forge repeats it. */
  token: string | undefined;
  now: Date;
}

/** Creates the error for a failed request that is not tried again. */
export function createForgeError({ forge, url, result, attempts, token, now }: Failed): ApiError {
  const request = { method: 'GET', url: url.href, attempts };
  if (result.kind === 'network') {
    const next = `Check that ${forge.name} can be reached from this machine.`;
    return new ApiError(request, result.why, next, { cause: result.cause });
  }
  if (result.kind === 'too-large')
    return createUnusableError(forge, url, 'the answer is too large');
  const { answer } = result;
  const { status } = answer;
  const end = findLimitEnd(answer, forge, now);
  if (end !== undefined) {
    const isUsedUp = answer.headers.get(forge.rateLimit.remaining) === '0';
    const what = isUsedUp
      ? "'s rate limit is used up and resets"
      : ' limits how fast it is asked, and asks to wait: it answers again';
    const again = 'Run this again after that time: pages already read are cached.';
    const hint = `With a token in ${forge.settings.token} the limit is higher.`;
    return new ApiError(
      { ...request, status },
      `${forge.name}${what} ${formatMoment(end, now)}`,
      isUsedUp && token === undefined ? `${again} ${hint}` : again,
    );
  }
  const what = `status ${status}${serverMessage(answer.body, forge.message ?? 'message', token)}`;
  return new ApiError({ ...request, status }, what, advice(forge, status, token !== undefined));
}

/** Creates the error for an invalid answer, which cannot be from the forge's API. */
export function createUnusableError(
  { settings }: Forge,
  url: URL,
  what: string,
  options?: ErrorOptions,
): ApiError {
  const next = `Check ${settings.address}: it must be ${settings.expected}.`;
  return new ApiError({ method: 'GET', url: url.href, attempts: 1 }, what, next, options);
}

function advice({ name, settings }: Forge, status: number, hasToken: boolean): string {
  const { token, address } = settings;
  if (status === 401) return `Check ${token}: it is invalid or has expired.`;
  if (status >= 500) return `${name} has a problem. Run this again later.`;
  if (status !== 403 && status !== 404) return `Check ${address}.`;
  return hasToken
    ? `Check the name of the repository, and that ${token} may read it.`
    : `Check the name of the repository; a private repository needs a token in ${token}.`;
}
