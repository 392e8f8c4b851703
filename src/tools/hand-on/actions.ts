import { appendFile, rm, stat } from 'node:fs/promises';
import { parseSettings, withoutSecrets } from '../../config/settings.ts';
import { ifMissing } from '../../lib/files/missing.ts';
import type { Acting, HandOn } from '../../receiver/run/hand-on.ts';
import type { Action } from '../../receiver/run/rebuild.ts';
import { contentDigest } from '../../store/read/read-state.ts';
import { createHooks, type HookOptions } from './call-hooks.ts';
import { runCommand } from './run-command.ts';

interface CommandSettings extends Acting {
  command: string;
  timeoutMs: number;
}

/**
 * Publishes locally, then runs the maintainer's command if another generation is live than at the
 * last run, or if the bucket changed. The list of changed addresses is removed once the command has
 * succeeded.
 */
export function thenCommand(settings: CommandSettings): Action {
  const { publish, command, changedUrls, timeoutMs, log } = settings;
  return async (options) => {
    const published = await publish(options);
    const { site, signal, before, stopwatch } = options;
    const { generation } = published;
    const hasChangedUrls = changedUrls && (await stat(changedUrls).catch(ifMissing));
    const isTold = generation === before && !hasChangedUrls;
    if (generation === undefined || isTold) return published;
    const env = {
      ...withoutSecrets(settings.env),
      OUT_DIR: site.outDir,
      GENERATION: generation,
      CHANGED_URLS: changedUrls,
    };
    // Creates the file if it is missing, so that the command can always read it.
    if (changedUrls) await appendFile(changedUrls, '');
    await runCommand({ command, env, timeoutMs, log, signal });
    if (changedUrls) await rm(changedUrls, { force: true });
    stopwatch.lap('command');
    return published;
  };
}

/** Calls the build hooks if the content has changed since the last run. */
function callHooks(settings: HookOptions): Action {
  const call = createHooks(settings);
  return async ({ site, signal, before, stopwatch }) => {
    const generation = await contentDigest(site.contentDir);
    if (generation !== before) await call(generation, signal);
    stopwatch.lap('hooks');
    return { kind: 'live', generation };
  };
}

/** Two ways to deploy a site elsewhere: run the maintainer's command, or call build hooks. */
export const handOnToOthers: HandOn = {
  command: ({ env, ...acting }) => {
    const settings = parseSettings(env, ['DEPLOY_COMMAND', 'DEPLOY_TIMEOUT']);
    const { DEPLOY_COMMAND: command, DEPLOY_TIMEOUT: seconds } = settings;
    return thenCommand({ ...acting, env, command, timeoutMs: seconds * 1000 });
  },
  hook: ({ env, log }) => {
    const { DEPLOY_HOOKS: urls } = parseSettings(env, ['DEPLOY_HOOKS']);
    const token = env.DEPLOY_HOOK_TOKEN
      ? parseSettings(env, ['DEPLOY_HOOK_TOKEN']).DEPLOY_HOOK_TOKEN
      : undefined;
    return callHooks({ urls, token, fetch, log });
  },
};
