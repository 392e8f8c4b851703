import { resolve } from 'node:path';
import { addressWarning } from '../../config/address-warning.ts';
import { readBucketTarget } from '../../config/bucket-target.ts';
import { parseSettings, type SettingName } from '../../config/settings.ts';
import { digestOf } from '../../lib/digest.ts';
import type { Log } from '../../lib/log.ts';
import { SettingsError } from '../../model/errors.ts';
import { sitePathsOf } from '../../publish/generations/site-paths.ts';
import { expectTool } from '../expect-tool.ts';
import { bearerToken } from '../verify/bearer-token.ts';
import { hmacHeader } from '../verify/hmac-header.ts';
import { standardWebhooks } from '../verify/standard-webhooks.ts';
import type { Verifier } from '../verify/verifier.ts';
import type { BucketPublisher } from './bucket-publisher.ts';
import type { HandOn } from './hand-on.ts';
import { isDispatch } from './is-dispatch.ts';
import { publishHere } from './rebuild.ts';
import { thenMirror } from './then-mirror.ts';
import type { Worker } from './worker.ts';

type Env = Record<string, string | undefined>;
type VerifierName = 'standard' | 'hmac' | 'token';
type ActionName = 'local' | 'command' | 'hook';

const ofApi = ['API_BASE_URL', 'API_KEY', 'API_AUTH'] as const;

const always = [
  'SITE_URL',
  'BASE_PATH',
  'CONTENT_DIR',
  'OUT_DIR',
  'SITE_CONFIG',
  'TRUSTED_PROXIES',
  'METRICS_TOKEN',
  'ASSETS',
  'ASSETS_SECONDS',
  'WEBHOOK_PROOF',
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

/** Maximum time for downloads in a run, in seconds. Later runs continue unfinished downloads. */
export const defaultAssetSeconds = 30;

/**
 * Reads the receiver's settings, including those of its verifier and its action.
 * @param isApiUsed whether the API is one of the sources, so that its settings are needed
 * @throws SettingsError that lists every problem, including those of the verifier and action
 */
export function readReceiverSettings(env: Env, isApiUsed: boolean) {
  const kinds = [env.WEBHOOK_PROOF || 'standard', env.WEBHOOK_ACTION || 'local'];
  const names = kinds.flatMap((kind) => settingsOf[kind as keyof typeof settingsOf] ?? []);
  const optional = (['WEBHOOK_TOKEN', 'DEPLOY_HOOK_TOKEN'] as const).filter((name) => env[name]);
  // All settings are parsed together, so that one error lists all problems.
  const ofSources = isApiUsed ? ofApi : [];
  parseSettings(env, [...ofSources, ...always, ...names, ...optional, ...dispatchToken(env)]);
  const settings = parseSettings(env, always);
  if (settings.WEBHOOK_ACTION !== 'hook') assertApart(settings);
  const bucket = readBucketTarget(env);
  return {
    ...settings,
    token: env.WEBHOOK_TOKEN ? parseSettings(env, ['WEBHOOK_TOKEN']).WEBHOOK_TOKEN : undefined,
    assets: {
      assets: settings.ASSETS === 'on',
      assetSeconds: settings.ASSETS_SECONDS ?? defaultAssetSeconds,
    },
    verify: verifiers[settings.WEBHOOK_PROOF](env),
    // Identifies where runs publish to. If the command, hook or bucket changes, the target is a new
    // one, to which nothing was published yet.
    target: digestOf(
      [settings.WEBHOOK_ACTION, env.DEPLOY_COMMAND, env.DEPLOY_HOOKS, ...(bucket ? [bucket] : [])],
      16,
    ),
    publishesHere: settings.WEBHOOK_ACTION !== 'hook',
    /**
     * Creates the action of a run. @throws SettingsError if this installation lacks a required tool
     */
    createAction: (log: Log, { bucketPublisher, worker, handOn }: ActionTools) => {
      const changedUrls = bucket && `${resolve(settings.WEBHOOK_INBOX)}.changed-urls`;
      const { WEBHOOK_ACTION: action, SITE_URL: siteUrl } = settings;
      const warning = action === 'hook' ? undefined : addressWarning(siteUrl);
      if (warning) log.warn(warning);
      const acting = { env, log, publish: publishHere(worker), changedUrls };
      if (bucket) {
        const publisher = expectTool(bucketPublisher, 'PUBLISH_BUCKET', 'bucket');
        acting.publish = thenMirror({ ...acting, publisher, bucket });
      }
      if (action === 'local') return acting.publish;
      return expectTool(handOn, 'WEBHOOK_ACTION', 'hand-on')[action](acting);
    },
  };
}

/**
 * Checks that no setting has a path inside a folder that publishing replaces, where its files would
 * be lost. @throws SettingsError
 */
function assertApart(settings: { [K in PathName | 'OUT_DIR']: string }): void {
  const outDir = resolve(settings.OUT_DIR);
  const { generations } = sitePathsOf(outDir);
  for (const name of pathNames) {
    const path = resolve(settings[name]);
    const replaced = [outDir, generations].find((folder) => `${path}/`.startsWith(`${folder}/`));
    if (replaced)
      throw new SettingsError(
        `${name}=${path} is in ${replaced}, which every build replaces, so the file would be lost. Set ${name} to a path outside that folder.`,
      );
  }
}

const pathNames = ['CONTENT_DIR', 'WEBHOOK_INBOX'] as const;
type PathName = (typeof pathNames)[number];

function dispatchToken({ WEBHOOK_ACTION, DEPLOY_HOOKS = '' }: Env): SettingName[] {
  const dispatches = DEPLOY_HOOKS.split(',').some((url) => isDispatch(url.trim()));
  return WEBHOOK_ACTION === 'hook' && dispatches ? ['DEPLOY_HOOK_TOKEN'] : [];
}

const verifiers: Record<VerifierName, (env: Env) => Verifier> = {
  standard: (env) => standardWebhooks(parseSettings(env, ['WEBHOOK_SECRET']).WEBHOOK_SECRET),
  hmac: (env) => {
    const settings = parseSettings(env, ['WEBHOOK_HMAC_SECRET', 'WEBHOOK_HMAC_HEADER']);
    return hmacHeader(settings.WEBHOOK_HMAC_HEADER, settings.WEBHOOK_HMAC_SECRET);
  },
  token: (env) => bearerToken(parseSettings(env, ['WEBHOOK_TOKEN']).WEBHOOK_TOKEN),
};

/** Optional parts of this installation that actions use. */
interface ActionTools {
  bucketPublisher?: BucketPublisher | undefined;
  worker?: Worker | undefined;
  handOn?: HandOn | undefined;
}
