import { failureKind } from '../../lib/http/failure-kind.ts';
import type { Log } from '../../lib/log.ts';
import { WaymarkError } from '../../model/errors.ts';
import { isDispatch } from '../../receiver/run/is-dispatch.ts';

export interface HookOptions {
  /** Where builds are asked for; each is a secret. */
  urls: readonly string[];
  /** For GitHub's `repository_dispatch`. */
  token: string | undefined;
  fetch: typeof globalThis.fetch;
  log: Log;
}

export type CallHooks = (generation: string, signal: AbortSignal) => Promise<void>;

const timeoutMs = 15_000;

/** The name of the event that GitHub dispatches, as a workflow's `types` has it. */
const eventType = 'waymark';

/**
 * Calls every hook for a generation. Where one of them failed, calling again for the same
 * generation calls those alone that are missing: each call is a build somewhere.
 */
export function createHooks(options: HookOptions): CallHooks {
  let called = { generation: '', hooks: new Set<number>() };
  return async (generation, signal) => {
    if (called.generation !== generation) called = { generation, hooks: new Set() };
    const { hooks } = called;
    const missing = [...options.urls.entries()].filter(([index]) => !hooks.has(index));
    const calls = missing.map(async ([index, url]) => {
      const why = await callHook(options, url, signal);
      // A hook by its number: its address is a secret.
      const hook = `deploy hook ${index + 1}`;
      options.log.info({ hook, ok: why === undefined, why }, 'called a deploy hook');
      if (why !== undefined) return [`${hook} ${why}`];
      hooks.add(index);
      return [];
    });
    const problems = (await Promise.all(calls)).flat();
    if (problems.length > 0)
      throw new WaymarkError(
        `${problems.join('; ')}.\nCheck DEPLOY_HOOKS, in the order in which they stand there.`,
      );
  };
}

/** What went wrong; undefined where the hook said that it will build. */
async function callHook(
  { token, fetch }: HookOptions,
  url: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      ...requestFor(url, token),
      // A redirect could lead a secret to a host that nobody chose.
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    await response.body?.cancel();
    return response.ok ? undefined : `answered ${response.status}`;
  } catch (error) {
    return `could not be reached (${failureKind(error)})`;
  }
}

/** GitHub is told the event's name and who asks; the others know both by their address. */
function requestFor(url: string, token: string | undefined): RequestInit {
  const headers = { 'user-agent': 'Waymark' };
  if (!isDispatch(url)) return { headers };
  return {
    headers: {
      ...headers,
      accept: 'application/vnd.github+json',
      'content-type': 'application/json',
      'x-github-api-version': '2022-11-28',
      authorization: `Bearer ${token}`,
    },
    body: JSON.stringify({ event_type: eventType }),
  };
}
