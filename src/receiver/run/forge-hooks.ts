import type { ReceiverSettings } from '../../config/parse-receiver-settings.ts';
import type { Env } from '../../config/settings.ts';
import { WaymarkError } from '../../model/errors.ts';
import type { ForgeEvent } from '../../sources/github-family/webhook.ts';
import { forgeWebhooks } from '../../sources/webhooks.ts';
import { readTable } from '../../store/read/read-tables.ts';
import { readSources } from '../../sync/run/sources-settings.ts';
import type { ForgeHook } from '../http/context.ts';

/** The webhooks of forges whose secret is set. */
export function createForgeHooks(settings: ReceiverSettings, env: Env): ForgeHook[] {
  // Reads `sources.yaml` for each event, because it may change while the receiver runs.
  const concernsSite = async (event: ForgeEvent) => {
    try {
      const { sources = [] } = (await readSources(env)) ?? {};
      const { repositories = {} } = (await readTable(settings.CONTENT_DIR, 'state')) ?? {};
      return event.concernsSite(sources, repositories);
    } catch (error) {
      // The run that follows reports the problem.
      if (error instanceof WaymarkError) return true;
      throw error;
    }
  };
  return forgeWebhooks.flatMap((webhook) => {
    const secrets = settings[webhook.secret];
    return secrets ? [{ ...webhook, secrets, concernsSite }] : [];
  });
}
