import { isDispatch } from '../../config/is-dispatch.ts';
import { failureKind } from '../../lib/http/failure-kind.ts';
import { githubHeaders } from '../../lib/http/github-headers.ts';
import type { Log } from '../../lib/log.ts';
import { WaymarkError } from '../../model/errors.ts';

export interface HookOptions {
  /** URLs of the hooks. They are secret, because anyone who knows a URL can start a build. */
  urls: readonly string[];
  /** Token for hooks that are a GitHub `repository_dispatch`. */
  token: string | undefined;
  fetch: typeof globalThis.fetch;
  log: Log;
}

const timeoutMs = 15_000;

/** Event type sent to GitHub. A workflow lists it in `types` of `repository_dispatch`. */
const eventType = 'waymark';

/**
 * Calls every hook once for each generation (version of the site). After a failure, only the failed
 * hooks are called again, because each call starts a build.
 */
export function createHooks(options: HookOptions) {
  let called = { generation: '', hooks: new Set<number>() };
  return async (generation: string, signal: AbortSignal) => {
    if (called.generation !== generation) called = { generation, hooks: new Set() };
    const { hooks } = called;
    const missing = [...options.urls.entries()].filter(([index]) => !hooks.has(index));
    const calls = missing.map(async ([index, url]) => {
      const why = await callHook(options, url, signal);
      // The log names a hook by its number, because the address is secret.
      const hook = `deploy hook ${index + 1}`;
      options.log.info({ hook, ok: why === undefined, why }, 'called a deploy hook');
      if (why !== undefined) return [`${hook} ${why}`];
      hooks.add(index);
      return [];
    });
    const problems = (await Promise.all(calls)).flat();
    if (problems.length > 0)
      throw new WaymarkError(
        `${problems.join('; ')}.\nCheck these addresses in DEPLOY_HOOKS; deploy hook 1 is the first address.`,
      );
  };
}

/** Calls a hook. Returns the problem, or undefined if the hook accepted the call. */
async function callHook(
  { token, fetch }: HookOptions,
  url: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      ...requestFor(url, token),
      // A redirect could send a secret to an unknown host.
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    await response.body?.cancel();
    return response.ok ? undefined : `answered ${response.status}`;
  } catch (error) {
    return `could not be reached (${failureKind(error)})`;
  }
}

/**
 * The request to a hook. GitHub needs an event type and a token. Other hooks need only their URL.
 */
function requestFor(url: string, token: string | undefined): RequestInit {
  if (!isDispatch(url)) return { headers: { 'user-agent': 'Waymark' } };
  return { headers: githubHeaders(token), body: JSON.stringify({ event_type: eventType }) };
}
