import { type Env, parseSettings } from '../../config/settings.ts';
import { WaymarkError } from '../../model/errors.ts';
import type { ForgeEvent } from '../../sources/github-family/webhook.ts';
import { forgeWebhooks } from '../../sources/webhooks.ts';
import { readTable } from '../../store/read/read-tables.ts';
import { readSources } from '../../sync/run/sources-settings.ts';
import type { ForgeHook } from '../http/context.ts';

/**
 * The webhooks of forges whose secret is set.
 * @throws SettingsError
 */
export function readForgeHooks(env: Env, contentDir: string): ForgeHook[] {
  return forgeWebhooks.flatMap((webhook) => {
    const { [webhook.secret]: secrets } = parseSettings(env, [webhook.secret]);
    const isRelevant = (event: ForgeEvent) => isListed(event, env, contentDir);
    return secrets ? [{ ...webhook, secrets, concernsSite: isRelevant }] : [];
  });
}

/** Reads `sources.yaml` for each event, because it may change while the receiver runs. */
async function isListed(event: ForgeEvent, env: Env, contentDir: string) {
  try {
    const { sources = [] } = (await readSources(env)) ?? {};
    const { repositories = {} } = (await readTable(contentDir, 'state')) ?? {};
    return event.concernsSite(sources, repositories);
  } catch (error) {
    // The run that follows reports the problem.
    if (error instanceof WaymarkError) return true;
    throw error;
  }
}
