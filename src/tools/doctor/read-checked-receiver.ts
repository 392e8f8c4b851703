import { isReleaseHookOn, parseReceiverSettings } from '../../config/parse-receiver-settings.ts';
import { type Env, parseSettings, type Settings } from '../../config/settings.ts';
import { hmacSignature } from '../../lib/http/hmac-signature.ts';
import { signedHeaders } from '../../lib/http/standard-webhooks.ts';
import type { Clock } from '../../lib/time/clock.ts';
import { assertApart } from '../../publish/generations/assert-apart.ts';
import type { ForgeWebhook } from '../../sources/github-family/webhook.ts';
import { forgeWebhooks } from '../../sources/webhooks.ts';
import { kindsOfSources } from '../../sync/run/sources-settings.ts';
import type { CheckedReceiver, Prove } from './check-receiver.ts';

export function isReceiverSetUp(env: Env): boolean {
  const proofs = ['WEBHOOK_PROOF', 'WEBHOOK_SECRET', 'WEBHOOK_HMAC_SECRET', 'WEBHOOK_TOKEN'];
  return [...proofs, ...forgeWebhooks.map(({ secret }) => secret)].some((name) => env[name]);
}

/** @throws SettingsError with every problem of the receiver's settings */
export async function readCheckedReceiver(
  env: Env,
  clock: Clock,
): Promise<CheckedReceiver & { inbox: string }> {
  const settings = parseReceiverSettings(env, await kindsOfSources(env));
  if (settings.WEBHOOK_ACTION !== 'hook') assertApart(settings);
  const { WEBHOOK_HOST: host, WEBHOOK_PORT: port, WEBHOOK_INBOX: inbox } = settings;
  const forge = forgeWebhooks.find(({ secret }) => settings[secret]);
  const hook =
    forge && !isReleaseHookOn(env)
      ? { path: `/webhooks/${forge.name}`, prove: proveToForge(forge, settings[forge.secret]) }
      : { path: '/webhooks/release', prove: provers[settings.WEBHOOK_PROOF](env) };
  return { host, port, inbox, clock, ...hook };
}

function proveToForge(
  { headers: [headers] }: ForgeWebhook,
  [secret = '']: readonly string[] = [],
): Prove {
  return ({ id, body }) => ({
    [headers.event]: 'ping',
    [headers.delivery]: id,
    [headers.signature]: hmacSignature(secret, body),
  });
}

/**
 * For each kind of proof (`WEBHOOK_PROOF`), creates a function that authenticates an event. If
 * several secrets are set during a rotation, the first secret is used.
 */
export const provers: Record<Settings<'WEBHOOK_PROOF'>['WEBHOOK_PROOF'], (env: Env) => Prove> = {
  standard: (env) => {
    const [secret = ''] = parseSettings(env, ['WEBHOOK_SECRET']).WEBHOOK_SECRET;
    return ({ id, body, now }) => signedHeaders({ id, secrets: [secret], body, at: now });
  },
  hmac: (env) => {
    const settings = parseSettings(env, ['WEBHOOK_HMAC_SECRET', 'WEBHOOK_HMAC_HEADER']);
    const [secret = ''] = settings.WEBHOOK_HMAC_SECRET;
    return ({ body }) => ({ [settings.WEBHOOK_HMAC_HEADER]: hmacSignature(secret, body) });
  },
  token: (env) => {
    const { WEBHOOK_TOKEN: token } = parseSettings(env, ['WEBHOOK_TOKEN']);
    return () => ({ authorization: `Bearer ${token}` });
  },
};
