import { resolve } from 'node:path';
import { systemClock } from '../src/lib/clock.ts';
import { listen } from '../src/lib/listen.ts';
import { parseSettings } from '../src/model/settings.ts';
import { reportText } from '../src/sync/report-text.ts';
import { createPacer } from '../src/webhook/pacer.ts';
import { createReceiver } from '../src/webhook/receiver.ts';
import { rebuild } from './rebuild.ts';
import { commandNamed, run, untilStopped } from './run.ts';

const quietMs = 2_000;

await run(async () => {
  commandNamed('npm run webhook')
    .description('Receives signed events at POST /webhooks/release, then syncs and builds.')
    .parse();
  const settings = parseSettings(process.env, [
    ...(['API_BASE_URL', 'API_KEY', 'API_AUTH', 'SITE_URL', 'BASE_PATH'] as const),
    ...(['CONTENT_DIR', 'OUT_DIR', 'SITE_CONFIG', 'WEBHOOK_SECRET', 'WEBHOOK_PORT'] as const),
  ]);
  await using pacer = createPacer({
    clock: systemClock,
    quietMs,
    onError: (error) => console.error(error instanceof Error ? error.message : error),
    rebuild: async (signal) => {
      const { report } = await rebuild({
        api: {
          baseUrl: settings.API_BASE_URL,
          key: settings.API_KEY,
          auth: settings.API_AUTH,
        },
        contentDir: resolve(settings.CONTENT_DIR),
        outDir: resolve(settings.OUT_DIR),
        siteUrl: settings.SITE_URL,
        basePath: settings.BASE_PATH,
        siteConfig: resolve(settings.SITE_CONFIG),
        signal,
      });
      console.log(reportText(report));
    },
  });
  const receiver = createReceiver({
    secrets: [settings.WEBHOOK_SECRET],
    clock: systemClock,
    wish: () => pacer.wish(),
  });
  await using server = await listen({ fetch: receiver.fetch, port: settings.WEBHOOK_PORT });
  console.log(`Waiting for events at ${server.url}/webhooks/release`);
  await untilStopped();
  return undefined;
});
