import { resolve } from 'node:path';
import { addressWarning } from '../../config/address-warning.ts';
import { readBucketTarget } from '../../config/bucket-target.ts';
import { expectTool } from '../../config/expect-tool.ts';
import {
  isReleaseHookOn,
  parseReceiverSettings,
  type ReceiverSettings,
} from '../../config/parse-receiver-settings.ts';
import { type Env, parseSettings } from '../../config/settings.ts';
import { digestOf } from '../../lib/digest.ts';
import type { Log } from '../../lib/log.ts';
import type { BucketPublisher } from '../../publish/bucket-publisher.ts';
import { assertApart } from '../../publish/generations/assert-apart.ts';
import { bearerToken } from '../verify/bearer-token.ts';
import { hmacHeader } from '../verify/hmac-header.ts';
import { standardWebhooks } from '../verify/standard-webhooks.ts';
import type { Verifier } from '../verify/verifier.ts';
import { createForgeHooks } from './forge-hooks.ts';
import type { HandOn } from './hand-on.ts';
import { publishHere } from './rebuild.ts';
import { thenMirror } from './then-mirror.ts';
import type { Worker } from './worker.ts';

/** Maximum time for downloads in a run, in seconds. Later runs continue unfinished downloads. */
export const defaultAssetSeconds = 30;

/**
 * Reads the receiver's settings, including those of its verifier and its action.
 * @param kinds kinds of the sources. The settings of the API are needed if it is one of them
 * @throws SettingsError that lists every problem, including those of the verifier and action
 */
export function readReceiverSettings(env: Env, kinds: readonly string[]) {
  const settings = parseReceiverSettings(env, kinds);
  if (settings.WEBHOOK_ACTION !== 'hook') assertApart(settings);
  const bucket = readBucketTarget(env);
  return {
    ...settings,
    token: env.WEBHOOK_TOKEN ? parseSettings(env, ['WEBHOOK_TOKEN']).WEBHOOK_TOKEN : undefined,
    assets: {
      assets: settings.ASSETS === 'on',
      assetSeconds: settings.ASSETS_SECONDS ?? defaultAssetSeconds,
    },
    verify: isReleaseHookOn(env) ? verifiers[settings.WEBHOOK_PROOF](env) : undefined,
    forges: createForgeHooks(settings, env),
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

const verifiers: Record<ReceiverSettings['WEBHOOK_PROOF'], (env: Env) => Verifier> = {
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
