import { isDispatch } from './is-dispatch.ts';
import {
  type Env,
  parseSettings,
  type SettingName,
  type Settings,
  siteSettings,
} from './settings.ts';

type VerifierName = 'standard' | 'hmac' | 'token';
type ActionName = 'local' | 'command' | 'hook';

const ofApi = ['API_BASE_URL', 'API_KEY', 'API_AUTH'] as const;

const always = [
  ...siteSettings,
  'TRUSTED_PROXIES',
  'METRICS_TOKEN',
  'ASSETS',
  'ASSETS_SECONDS',
  'WEBHOOK_PROOF',
  'WEBHOOK_GITHUB_SECRET',
  'WEBHOOK_FORGEJO_SECRET',
  'WEBHOOK_HOST',
  'WEBHOOK_PORT',
  'WEBHOOK_INBOX',
  'WEBHOOK_RATE_LIMIT',
  'WEBHOOK_POLL_MINUTES',
  'WEBHOOK_ACTION',
] as const;

/** The additional settings of each kind of verification and of each action. */
const settingsOf: Record<VerifierName | ActionName, readonly SettingName[]> = {
  standard: ['WEBHOOK_SECRET'],
  hmac: ['WEBHOOK_HMAC_SECRET', 'WEBHOOK_HMAC_HEADER'],
  token: ['WEBHOOK_TOKEN'],
  local: [],
  command: ['DEPLOY_COMMAND', 'DEPLOY_TIMEOUT'],
  hook: ['DEPLOY_HOOKS'],
};

export type ReceiverSettings = Settings<(typeof always)[number]>;

/**
 * Parses the receiver's settings.
 * @param isApiUsed whether the API is one of the sources, so that its settings are needed
 * @throws SettingsError that lists every problem, including those of the verifier and action
 */
export function parseReceiverSettings(env: Env, isApiUsed: boolean): ReceiverSettings {
  const proof = isReleaseHookOn(env) ? [env.WEBHOOK_PROOF || 'standard'] : [];
  const kinds = [...proof, env.WEBHOOK_ACTION || 'local'];
  const names = kinds.flatMap((kind) => settingsOf[kind as keyof typeof settingsOf] ?? []);
  const optional = (['WEBHOOK_TOKEN', 'DEPLOY_HOOK_TOKEN'] as const).filter((name) => env[name]);
  // All settings are parsed together, so that one error lists all problems.
  const ofSources = isApiUsed ? ofApi : [];
  parseSettings(env, [...ofSources, ...always, ...names, ...optional, ...dispatchToken(env)]);
  return parseSettings(env, always);
}

/**
 * Whether `/webhooks/release` is on. The secret of a forge's webhook is enough to start the receiver
 * without it.
 */
export function isReleaseHookOn(env: Env): boolean {
  const isForgeOn = env.WEBHOOK_GITHUB_SECRET || env.WEBHOOK_FORGEJO_SECRET;
  return !isForgeOn || !!(env.WEBHOOK_PROOF || env.WEBHOOK_SECRET || env.WEBHOOK_HMAC_SECRET);
}

function dispatchToken({ WEBHOOK_ACTION, DEPLOY_HOOKS = '' }: Env): SettingName[] {
  const dispatches = DEPLOY_HOOKS.split(',').some((url) => isDispatch(url.trim()));
  return WEBHOOK_ACTION === 'hook' && dispatches ? ['DEPLOY_HOOK_TOKEN'] : [];
}
