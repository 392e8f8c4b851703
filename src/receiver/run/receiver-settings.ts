import { resolve } from 'node:path';
import { addressWarning } from '../../config/address-warning.ts';
import { type BucketTarget, readBucketTarget } from '../../config/bucket-target.ts';
import { parseSettings, type SettingName } from '../../config/settings.ts';
import { digestOf } from '../../lib/digest.ts';
import type { Log } from '../../lib/log.ts';
import { SettingsError } from '../../model/errors.ts';
import { sitePathsOf } from '../../publish/generations/site-paths.ts';
import { bearerToken } from '../verify/bearer-token.ts';
import { hmacHeader } from '../verify/hmac-header.ts';
import { standardWebhooks } from '../verify/standard-webhooks.ts';
import type { Verifier } from '../verify/verifier.ts';
import { type BucketPublisher, expectPublisher } from './bucket-publisher.ts';
import { type Acting, expectHandOn, type HandOn } from './hand-on.ts';
import { isDispatch } from './is-dispatch.ts';
import { type Action, publishHere } from './rebuild.ts';
import type { Resident } from './resident.ts';
import { thenMirror } from './then-mirror.ts';

type Env = Record<string, string | undefined>;
type VerifierName = 'standard' | 'hmac' | 'token';
type ActionName = 'local' | 'command' | 'hook';

const always = [
  'API_BASE_URL',
  'API_KEY',
  'API_AUTH',
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

/** What each kind of verification and each action needs besides. */
const needed: Record<VerifierName | ActionName, readonly SettingName[]> = {
  standard: ['WEBHOOK_SECRET'],
  hmac: ['WEBHOOK_HMAC_SECRET', 'WEBHOOK_HMAC_HEADER'],
  token: ['WEBHOOK_TOKEN'],
  local: [],
  command: ['DEPLOY_COMMAND', 'DEPLOY_TIMEOUT'],
  hook: ['DEPLOY_HOOKS'],
};

/** Texts wait for pictures no longer than that; what has no turn comes with the next runs. */
export const usualAssetSeconds = 30;

/**
 * The receiver's settings, its verifier and its action.
 * @throws SettingsError that lists every problem, those of the chosen verifier and action as well
 */
export function readReceiverSettings(env: Env) {
  const kinds = [env.WEBHOOK_PROOF || 'standard', env.WEBHOOK_ACTION || 'local'];
  const names = kinds.flatMap((kind) => needed[kind as keyof typeof needed] ?? []);
  const optional = (['WEBHOOK_TOKEN', 'DEPLOY_HOOK_TOKEN'] as const).filter((name) => env[name]);
  // Everything at once, so that all problems are told together.
  parseSettings(env, [...always, ...names, ...optional, ...dispatchToken(env)]);
  const settings = parseSettings(env, always);
  if (settings.WEBHOOK_ACTION !== 'hook') assertApart(settings);
  const bucket = readBucketTarget(env);
  return {
    ...settings,
    token: env.WEBHOOK_TOKEN ? parseSettings(env, ['WEBHOOK_TOKEN']).WEBHOOK_TOKEN : undefined,
    assets: {
      assets: settings.ASSETS === 'on',
      assetSeconds: settings.ASSETS_SECONDS ?? usualAssetSeconds,
    },
    verify: verifiers[settings.WEBHOOK_PROOF](env),
    // Another command or other hooks have not got anything yet.
    target: digestOf(
      [settings.WEBHOOK_ACTION, env.DEPLOY_COMMAND, env.DEPLOY_HOOKS, ...(bucket ? [bucket] : [])],
      16,
    ),
    /** Whether sites are published here, or by others. */
    publishesHere: settings.WEBHOOK_ACTION !== 'hook',
    /** @throws SettingsError where a setting needs a tool that is not there */
    createAction: (log: Log, { bucketPublisher, resident, handOn }: ActionTools) => {
      const changedUrls = bucket && `${resolve(settings.WEBHOOK_INBOX)}.changed-urls`;
      const { WEBHOOK_ACTION: action, SITE_URL: siteUrl } = settings;
      const warning = action === 'hook' ? undefined : addressWarning(siteUrl);
      if (warning) log.warn(warning);
      const publish = publishing({ env, log, resident, bucket, changedUrls, bucketPublisher });
      if (action === 'local') return publish;
      return expectHandOn(handOn, action)[action]({ env, log, publish, changedUrls });
    },
  };
}

/** A site is replaced as a whole, and older generations are removed. @throws SettingsError */
function assertApart(settings: { [K in Kept | 'OUT_DIR']: string }): void {
  const outDir = resolve(settings.OUT_DIR);
  const { generations } = sitePathsOf(outDir);
  for (const name of kept) {
    const path = resolve(settings[name]);
    const replaced = [outDir, generations].find((folder) => `${path}/`.startsWith(`${folder}/`));
    if (replaced)
      throw new SettingsError(
        `${name}=${path} lies in ${replaced}, which new sites take the place of: it would be lost. Set it to a path outside.`,
      );
  }
}

const kept = ['CONTENT_DIR', 'WEBHOOK_INBOX'] as const;
type Kept = (typeof kept)[number];

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

/** What tools offer to a receiver, as far as they are there. */
interface ActionTools {
  bucketPublisher?: BucketPublisher | undefined;
  resident?: Resident | undefined;
  handOn?: HandOn | undefined;
}

interface Publishing extends Omit<Acting, 'publish'>, Omit<ActionTools, 'handOn'> {
  bucket: BucketTarget | undefined;
}

function publishing(options: Publishing): Action {
  const { env, log, resident, bucket, changedUrls } = options;
  const publish = publishHere(resident);
  if (!bucket) return publish;
  const bucketPublisher = expectPublisher(options.bucketPublisher);
  return thenMirror({
    publish,
    log,
    mirror: ({ site, signal }) =>
      bucketPublisher.mirror(
        {
          bucket,
          changedUrls,
          outDir: site.outDir,
          siteUrl: site.siteUrl,
          basePath: site.basePath,
        },
        { env, signal, onWait: site.onWait },
      ),
  });
}
