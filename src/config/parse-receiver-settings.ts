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

const secretsOfForges = {
  github: 'WEBHOOK_GITHUB_SECRET',
  forgejo: 'WEBHOOK_FORGEJO_SECRET',
} as const;

/**
 * Parses the receiver's settings.
 * @param kinds kinds of the sources. The settings of the API are needed if it is one of them
 * @throws SettingsError that lists every problem, including those of the verifier and action
 */
export function parseReceiverSettings(env: Env, kinds: readonly string[]): ReceiverSettings {
  const proof = isReleaseHookOn(env) ? [env.WEBHOOK_PROOF || 'standard'] : [];
  const parts = [...proof, env.WEBHOOK_ACTION || 'local'];
  const names = parts.flatMap((kind) => settingsOf[kind as keyof typeof settingsOf] ?? []);
  const optional = (['WEBHOOK_TOKEN', 'DEPLOY_HOOK_TOKEN'] as const).filter((name) => env[name]);
  // All settings are parsed together, so that one error lists all problems.
  const ofSources = kinds.includes('api') ? ofApi : [];
  const all = [...ofSources, ...always, ...names, ...optional, ...dispatchToken(env)];
  parseSettings(env, all, { WEBHOOK_SECRET: env.WEBHOOK_PROOF ? undefined : enoughFor(kinds) });
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

/** The secrets that replace that of the API. Files of sources may be in a repository of any forge. */
function enoughFor(kinds: readonly string[]): string | undefined {
  if (kinds.includes('api')) return undefined;
  const all = Object.entries(secretsOfForges);
  const own = all.filter(([forge]) => kinds.includes(forge));
  const names = (own.length > 0 ? own : all).map(([, name]) => name);
  return `for the webhook of a repository, ${names.join(' or ')} is enough`;
}

function dispatchToken({ WEBHOOK_ACTION, DEPLOY_HOOKS = '' }: Env): SettingName[] {
  const dispatches = DEPLOY_HOOKS.split(',').some((url) => isDispatch(url.trim()));
  return WEBHOOK_ACTION === 'hook' && dispatches ? ['DEPLOY_HOOK_TOKEN'] : [];
}
