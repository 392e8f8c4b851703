import { parseSettings } from '../../config/settings.ts';
import type { HandOn } from '../../receiver/run/hand-on.ts';
import { callHooks, thenCommand } from './actions.ts';

/** Has the maintainer's command take further what is live, or asks hosts to build. */
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
