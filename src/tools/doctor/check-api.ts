import { ApiError } from '../../client/api-error.ts';
import { authorization } from '../../client/credentials.ts';
import { exchange } from '../../client/exchange.ts';
import { failure } from '../../client/failure.ts';
import { createPool, defaultTimeouts } from '../../client/pool.ts';
import { type Finding, fail, ok, warn } from '../../lib/finding.ts';
import { oneLine, shorten } from '../../lib/text/text.ts';
import type { Clock } from '../../lib/time/clock.ts';
import { ApiWorkspace } from '../../model/api/rows.ts';
import type { ApiSettings } from '../../sync/run/connect.ts';

const timeoutMs = 15_000;

/** Checks that the API accepts the key, and that the API's clock matches this machine's. */
export async function checkApi(api: ApiSettings, clock: Clock): Promise<Finding[]> {
  try {
    const { body, headers, ms } = await readWorkspace(api, clock);
    const date = headers.get('date') ?? undefined;
    return [workspaceOf(body, api.baseUrl, ms), checkClock(date, clock.now(), ms)];
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const [found = ''] = error.message.split('\n');
    return [fail('API', found, error.next)];
  }
}

function workspaceOf(body: Buffer, baseUrl: string, ms: number): Finding {
  const workspace = parseWorkspace(body.toString('utf8'));
  if (!workspace)
    return fail(
      'API',
      `${baseUrl} answers, but not with a workspace.`,
      'Set API_BASE_URL to the address of the API. Leave out /v1 at the end.',
    );
  const name = shorten(oneLine(workspace.name ?? 'without a name'), 60);
  return ok('API', `${baseUrl} accepts the key of “${name}”; it took ${ms} ms.`);
}

function parseWorkspace(text: string) {
  try {
    return ApiWorkspace.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/**
 * Differences between the clocks, in seconds, from which there is a warning or an error. Under
 * Standard Webhooks 1.0.0, signed deliveries are refused if their time differs by more than 300 s.
 */
const secondsAway = { warning: 30, error: 240 };

/**
 * Compares this machine's clock with the API's.
 * @param date the API's `Date` header (RFC 9110, 6.6.1), in whole seconds
 * @param ms duration of the request; a difference up to this time is ignored
 */
export function checkClock(date: string | undefined, now: Date, ms: number): Finding {
  const theirs = Date.parse(date ?? '');
  if (Number.isNaN(theirs)) return ok('clock', 'The API does not report its time.');
  const apart = Math.max(0, Math.abs(now.getTime() - theirs) - ms - 1000) / 1000;
  const found = `This machine and the API are ${Math.round(apart)} s apart.`;
  const next = 'Synchronise the clock with NTP: events that seem five minutes old are refused.';
  if (apart >= secondsAway.error) return fail('clock', found, next);
  return apart >= secondsAway.warning ? warn('clock', found, next) : ok('clock', found);
}

const maxBytes = 1024 * 1024;

/**
 * Requests the workspace once, without retries. `ms` is the duration of the request.
 * @throws ApiError
 */
async function readWorkspace({ baseUrl, key, auth }: ApiSettings, clock: Clock) {
  const dispatcher = createPool(defaultTimeouts);
  const url = new URL(`${baseUrl}/v1/workspace`);
  const headers = { accept: 'application/json', authorization: authorization(auth, key) };
  const sentAt = clock.now().getTime();
  const total = AbortSignal.timeout(timeoutMs);
  const result = await exchange(url, { dispatcher, headers, maxBytes, total, signal: undefined });
  await dispatcher.close();
  if (result.kind === 'answer' && result.answer.status === 200)
    return { ...result.answer, ms: clock.now().getTime() - sentAt };
  throw failure(url, result, 1, 'it was requested once', key);
}
