import { withoutCredentials } from '../lib/text/printable.ts';
import { oneLine, shorten } from '../lib/text/text.ts';
import { ApiError } from './api-error.ts';
import { withoutKey } from './credentials.ts';
import type { Exchange } from './exchange.ts';

/**
 * Creates the error for a request that failed and is not retried.
 * @param why the reason of the failure
 * @param key the API key, which is removed from the error even if the API repeats it
 */
export function failure(
  url: URL,
  result: Exchange,
  attempts: number,
  why: string,
  key: string,
): ApiError {
  const request = { method: 'GET', url: url.href, attempts };
  if (result.kind === 'network')
    return new ApiError(
      request,
      result.why,
      'Check API_BASE_URL and that the API can be reached from this machine.',
      { cause: result.cause },
    );
  if (result.kind === 'too-large')
    return new ApiError(
      { ...request, tooLarge: true },
      'the answer is too large',
      'Report it to the operators of the API.',
    );
  const { status, body } = result.answer;
  return new ApiError(
    { ...request, status },
    `status ${status}${serverMessage(body, 'error', key)}; ${why}`,
    advice(status),
  );
}

/**
 * The message in an error body, if there is one.
 * @param place where it is, such as `error` or `error.message`
 * @param key the API key, which is removed from the message
 */
export function serverMessage(body: Buffer, place: string, key: string | undefined): string {
  try {
    const json = JSON.parse(body.toString('utf8'));
    const words = place.split('.').reduce((value, field) => value[field], json);
    if (typeof words !== 'string') return '';
    const own = key === undefined ? words : withoutKey(words, key);
    return ` (“${shorten(withoutCredentials(oneLine(own)), 200)}”)`;
  } catch {
    return '';
  }
}

function advice(status: number): string {
  if (status === 401)
    return 'Check API_KEY: the API does not accept this key. API_AUTH sets how it is sent.';
  if (status === 403) return 'Check that the key may read this workspace.';
  if (status >= 300 && status < 400)
    return 'Redirects are not followed, to protect the key. Set API_BASE_URL to the final address.';
  if (status === 429) return 'Wait a while and run this again.';
  if (status >= 500) return 'The API has a problem. Run this again later.';
  return 'Check API_BASE_URL.';
}
