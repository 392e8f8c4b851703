import { withoutSecrets } from '../config/settings.ts';
import type { Log } from '../lib/log.ts';
import { contentDigest } from '../store/read/read-state.ts';
import { createHooks, type HookOptions } from '../webhook/act/call-hooks.ts';
import { runCommand } from '../webhook/act/run-command.ts';
import type { Action } from './rebuild.ts';

interface CommandSettings {
  /** Publishes here. */
  publish: Action;
  command: string;
  timeoutMs: number;
  log: Log;
}

/**
 * Publishes here, then has the maintainer's command take further what is live, once for each
 * generation: after a rollback, what was gone back to.
 */
export function thenCommand({ publish, command, timeoutMs, log }: CommandSettings): Action {
  return async (options) => {
    const published = await publish(options);
    const { site, signal, before, stopwatch } = options;
    const { generation } = published;
    if (generation === undefined || generation === before) return published;
    const env = { ...withoutSecrets(process.env), OUT_DIR: site.outDir, GENERATION: generation };
    await runCommand({ command, env, timeoutMs, log, signal });
    stopwatch.lap('command');
    return published;
  };
}

/** Asks others to build, once for each state of the content. */
export function callHooks(settings: HookOptions): Action {
  const call = createHooks(settings);
  return async ({ site, signal, before, stopwatch }) => {
    const generation = await contentDigest(site.contentDir);
    if (generation !== before) await call(generation, signal);
    stopwatch.lap('hooks');
    return { kind: 'live', generation };
  };
}
