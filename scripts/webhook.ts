import { resolve } from 'node:path';
import { expectTool } from '../src/config/expect-tool.ts';
import { findSiteConfig, loadSiteConfig } from '../src/config/load-site-config.ts';
import { secretsIn } from '../src/config/settings.ts';
import { keepForSite } from '../src/config/site-environment.ts';
import { listen } from '../src/lib/http/listen.ts';
import { createLog } from '../src/lib/log.ts';
import { systemClock } from '../src/lib/time/clock.ts';
import { watchPause } from '../src/publish/watch-pause.ts';
import { createReceiver, malformedAnswer } from '../src/receiver/http/receiver.ts';
import { openInbox } from '../src/receiver/inbox/open.ts';
import { createRebuild } from '../src/receiver/run/rebuild.ts';
import { readReceiverSettings } from '../src/receiver/run/receiver-settings.ts';
import { createRunner } from '../src/receiver/schedule/runner.ts';
import { createScrub } from '../src/receiver/scrub.ts';
import { languages } from '../src/site/base/strings/languages/languages.ts';
import { kindsOfSources, readUpstreamSettings } from '../src/sync/run/sources-settings.ts';
import { abridgeConcerns } from '../src/sync/write/report/words.ts';
import { commandNamed, run, untilStopped } from './terminal/run.ts';
import { announcer, bucketPublisher, createMetrics, createWorker, handOn } from './tools.ts';
import { createFollowUp, reportNewNotes } from './webhook/runs.ts';

const debounce = { quietMs: 2_000, maxWaitMs: 30_000 };
/**
 * Number of runs that start without delay when a burst of events arrives. When this process
 * publishes (`here`), a second run starts at once for events that arrive during the first run. When
 * this process triggers external builds (`elsewhere`), only the first run starts at once, because
 * external builds should be rare.
 */
const leading = { here: 2, elsewhere: 1 };
/** Maximum time to receive a delivery. */
const timeoutMs = 10_000;

await run(async () => {
  commandNamed('webhook')
    .description('Receives events below /webhooks, then syncs, builds and publishes.')
    .addHelpText(
      'after',
      '\nSettings are read from the environment or .env. "service hooks add" prints the value of WEBHOOK_SECRET.',
    )
    .parse();
  const env = { ...process.env };
  const settings = readReceiverSettings(env, await kindsOfSources(env));
  const { api, sources } = await readUpstreamSettings(env);
  // Removes secrets, because this process loads the site's own code (settings and pages).
  keepForSite(process.env);
  await loadSiteConfig(findSiteConfig(settings.SITE_CONFIG), languages);
  const scrub = createScrub(secretsIn(env));
  const log = createLog({
    level: 'info',
    // All log output passes through this function, which removes secrets.
    destination: { write: (line) => void process.stderr.write(scrub(line)) },
  });
  const stopped = untilStopped();
  const stop = new AbortController();
  using inbox = openInbox(resolve(settings.WEBHOOK_INBOX));
  await using server = await listen({
    fetch: (request, env) => receiver.fetch(request, env),
    port: settings.WEBHOOK_PORT,
    hostname: settings.WEBHOOK_HOST,
    malformed: malformedAnswer,
    timeoutMs,
  });
  const { METRICS_TOKEN: token } = settings;
  const watched = { inbox, clock: systemClock, log };
  const metrics = token
    ? await expectTool(createMetrics, 'METRICS_TOKEN', 'metrics')(token, watched)
    : undefined;
  const site = {
    contentDir: resolve(settings.CONTENT_DIR),
    outDir: resolve(settings.OUT_DIR),
    siteUrl: settings.SITE_URL,
    basePath: settings.BASE_PATH,
    // Without SITE_CONFIG, each build looks for `site.config.ts` again, as it may be added later.
    siteConfig: settings.SITE_CONFIG && resolve(settings.SITE_CONFIG),
  };
  await using worker = createWorker?.({ site, log });
  await using announcing = announcer?.(env, log);
  const action = settings.createAction(log, { bucketPublisher, handOn, worker });
  await using runner = createRunner({
    ...debounce,
    leading: settings.publishesHere ? leading.here : leading.elsewhere,
    inbox,
    target: settings.target,
    clock: systemClock,
    random: Math.random,
    log,
    pollMs: settings.WEBHOOK_POLL_MINUTES * 60_000,
    firstRun: 'at-once',
    onEnded: metrics?.countRun,
    rebuild: createRebuild({
      api,
      sources,
      site: { ...site, onNotes: reportNewNotes((notes) => log.info(notes.join(' '))) },
      assets: settings.assets,
      action: announcing?.after(action) ?? action,
      ...(settings.publishesHere && { worker }),
      onDeferred: (why) => log.info({ why }, 'looking at everything'),
      signal: stop.signal,
      sample: 'held',
      onSynced: (report) => {
        log.info({ ...report.files, concerns: abridgeConcerns(report) }, 'synced');
        followUp(report);
      },
      onSyncedById: (added) => log.info({ added: added.map(({ slug }) => slug) }, 'brought'),
      onWait: (who) => log.info({ who }, 'waiting for another run'),
    }),
  });
  const followUp = createFollowUp(() => runner.requestFullSync());
  const receiver = createReceiver({
    verify: settings.verify,
    forges: settings.forges,
    inbox,
    runner,
    clock: systemClock,
    log,
    token: settings.token,
    metrics,
    trustedProxies: settings.TRUSTED_PROXIES,
    perMinute: settings.WEBHOOK_RATE_LIMIT,
    scrub,
  });
  // After a rollback, a run copies it to the bucket. After `publish resume`, a run publishes the
  // pending events.
  using _watch = await watchPause(resolve(settings.OUT_DIR), () => runner.notify());
  const hooks = settings.forges.map(({ name }) => name);
  const names = settings.verify ? ['release', ...hooks] : hooks;
  const addresses = names.map((name) => `${server.url}/webhooks/${name}`);
  console.log(`Waiting for events at ${addresses.join(' and ')}`);
  await stopped;
  console.log('Stopping after the current run. To abort the run, stop the receiver again.');
  void untilStopped().then(() => stop.abort());
});
