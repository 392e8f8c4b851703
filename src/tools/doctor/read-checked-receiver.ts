import { parseSettings } from '../../config/settings.ts';
import type { Clock } from '../../lib/time/clock.ts';
import { readReceiverSettings } from '../../receiver/run/receiver-settings.ts';
import type { CheckedReceiver } from './check-receiver.ts';
import type { Proof } from './prove.ts';

export type Env = Record<string, string | undefined>;

/** Whether anything says that there is to be a receiver. */
export function isReceiverSetUp(env: Env): boolean {
  const names = ['WEBHOOK_PROOF', 'WEBHOOK_SECRET', 'WEBHOOK_HMAC_SECRET', 'WEBHOOK_TOKEN'];
  return names.some((name) => env[name]);
}

/** @throws SettingsError that lists every problem of the receiver's settings */
export function readCheckedReceiver(env: Env, clock: Clock): CheckedReceiver & { inbox: string } {
  const settings = readReceiverSettings(env);
  const { WEBHOOK_HOST: host, WEBHOOK_PORT: port, WEBHOOK_INBOX: inbox, verify } = settings;
  return { host, port, inbox, verify, clock, proof: proofs[settings.WEBHOOK_PROOF](env) };
}

/** With the first secret, where one replaces another. */
const proofs: Record<Proof['kind'], (env: Env) => Proof> = {
  standard: (env) => {
    const [secret = ''] = parseSettings(env, ['WEBHOOK_SECRET']).WEBHOOK_SECRET;
    return { kind: 'standard', secret };
  },
  hmac: (env) => {
    const settings = parseSettings(env, ['WEBHOOK_HMAC_SECRET', 'WEBHOOK_HMAC_HEADER']);
    const [secret = ''] = settings.WEBHOOK_HMAC_SECRET;
    return { kind: 'hmac', header: settings.WEBHOOK_HMAC_HEADER, secret };
  },
  token: (env) => ({ kind: 'token', token: parseSettings(env, ['WEBHOOK_TOKEN']).WEBHOOK_TOKEN }),
};
