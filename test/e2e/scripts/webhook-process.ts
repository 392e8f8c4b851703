import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { expect } from 'vitest';
import { startCommand } from '../../support/command.ts';
import { releaseRow } from '../../support/rows.ts';
import { startApi } from '../../support/scripted-api.ts';
import { startServer } from '../../support/scripted-server.ts';
import { tempFolder } from '../../support/temp-folder.ts';

export const secrets = {
  API_KEY: 'wm_5ecretKeyOfTheApi',
  WEBHOOK_SECRET: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
  WEBHOOK_TOKEN: 'b7f1d3c09a5e4826b1f7d3c09a5e4826',
};

/** The status as the holder of the token sees it. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into all of it
type Status = any;

/** The environment of a receiver: a scripted API, a deploy hook and a folder. */
export async function startSurroundings() {
  const lifetimes = new AsyncDisposableStack();
  const api = lifetimes.use(await startApi({ releases: [releaseRow('r-0')] }));
  const answers = { status: 200, afterMs: 0 };
  const hook = lifetimes.use(
    await startServer(async () => {
      await delay(answers.afterMs);
      return new Response(null, { status: answers.status });
    }),
  );
  const { path: folder } = lifetimes.use(await tempFolder());
  return {
    api,
    script: api.script,
    folder,
    inbox: join(folder, 'webhook.db'),
    hook: { answers, calls: () => hook.asked.length },
    env: {
      ...secrets,
      API_BASE_URL: api.url,
      WEBHOOK_PORT: '0',
      WEBHOOK_ACTION: 'hook',
      DEPLOY_HOOKS: `${hook.url}/hooks/5ecret-path`,
    },
    [Symbol.asyncDispose]: () => lifetimes.disposeAsync(),
  };
}

interface Surroundings {
  folder: string;
  env: Record<string, string>;
}

export type RunningWebhook = Awaited<ReturnType<typeof startWebhook>>;

/** Starts `npm run webhook` as its own process. */
export async function startWebhook(
  { folder, env: basic }: Surroundings,
  over: Record<string, string> = {},
  within: readonly string[] = [],
) {
  const env: Record<string, string> = { ...basic, ...over };
  const command = startCommand('webhook', { cwd: folder, env, within });
  const [, url = ''] = await command.printed(/Waiting for events at (\S+)\/webhooks/);
  const authorization = `Bearer ${secrets.WEBHOOK_TOKEN}`;
  const status = async (): Promise<Status> =>
    (await fetch(`${url}/status`, { headers: { authorization } })).json();
  return {
    ...command,
    url,
    status,
    /** Delivers an event with a valid signature; returns the status of the answer. */
    deliver: async (id: string, release: string) => {
      const data = releaseRow(release);
      const body = JSON.stringify({ type: 'release.published', timestamp: new Date(), data });
      const response = await fetch(`${url}/webhooks/release`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...signed(id, body, env.WEBHOOK_SECRET) },
        body,
      });
      await response.body?.cancel();
      return response.status;
    },
    /** Waits until the status matches. */
    until: (expected: object) => untilMatches(status, expected),
  };
}

/** A replacement for `expect.poll`, which concurrent tests cannot use. */
async function untilMatches(look: () => Promise<Status>, expected: object): Promise<void> {
  for (const end = Date.now() + 100_000; ; await delay(100)) {
    const seen = await look();
    try {
      return expect(seen).toMatchObject(expected);
    } catch (error) {
      if (Date.now() > end) throw error;
    }
  }
}

function signed(id: string, body: string, secret = ''): Record<string, string> {
  const now = new Date();
  return {
    'webhook-id': id,
    'webhook-timestamp': `${Math.floor(now.getTime() / 1000)}`,
    'webhook-signature': new Webhook(secret).sign(id, now, body),
  };
}

/** Expects that a text contains no secret, in any encoding. */
export function expectNoSecret(text: string, env: Record<string, string>): void {
  const values = [env.API_KEY, env.WEBHOOK_SECRET, env.WEBHOOK_TOKEN, env.DEPLOY_HOOK_TOKEN];
  for (const value of values.filter((value) => value !== undefined)) {
    expect(text).not.toContain(value);
    expect(text).not.toContain(value.replace('whsec_', ''));
    expect(text).not.toContain(Buffer.from(`${value}:`).toString('base64'));
  }
  expect(text).not.toContain('5ecret');
}
