import { randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listenNear } from '../src/lib/http/listen.ts';
import { createLog } from '../src/lib/log.ts';
import { systemClock } from '../src/lib/time/clock.ts';
import { createSiteServer } from '../src/publish/serve/site-server.ts';
import { createReceiver, malformedAnswer } from '../src/receiver/http/receiver.ts';
import { openInbox } from '../src/receiver/inbox/open.ts';
import { createRebuild, publishHere } from '../src/receiver/run/rebuild.ts';
import { defaultAssetSeconds } from '../src/receiver/run/receiver-settings.ts';
import { createRunner } from '../src/receiver/schedule/runner.ts';
import { createScrub } from '../src/receiver/scrub.ts';
import { standardWebhooks } from '../src/receiver/verify/standard-webhooks.ts';
import { importDataSet } from '../src/service/data-set/import.ts';
import { readDataSet } from '../src/service/data-set/read.ts';
import { addHook } from '../src/service/events/hooks.ts';
import { createService } from '../src/service/service.ts';
import type { EntryLine } from '../src/sync/write/report/report.ts';
import { claimDemoFolder } from './demo/folder.ts';
import { describeDemo, describeLive } from './demo/words.ts';
import { openDesk } from './service/desk.ts';
import { toPort } from './terminal/numbers.ts';
import { showProgress } from './terminal/progress.ts';
import { commandNamed, run, untilStopped } from './terminal/run.ts';
import { createWorker } from './tools.ts';

const sample = fileURLToPath(new URL('sample/workspace.json', import.meta.url));
const debounce = { quietMs: 300, maxWaitMs: 5_000 };
const pollMs = 10 * 60_000;

await run(async () => {
  const { port, servicePort, dir } = commandNamed('demo')
    .description('Runs all of Waymark on this machine, with a sample workspace.')
    .option('--port <port>', 'port of the site; if it is in use, the next free port', toPort, 4321)
    .option(
      '--service-port <port>',
      'port of the API; if it is in use, the next free port',
      toPort,
      4010,
    )
    .option('--dir <dir>', "the demo's folder, reset at each start", '.demo')
    .parse()
    .opts<{ port: number; servicePort: number; dir: string }>();
  using folder = await claimDemoFolder(resolve(dir));
  const inFolder = (name: string) => join(folder.path, name);
  const outDir = inFolder('dist');

  const stopped = untilStopped();
  const stop = new AbortController();
  void stopped.then(() => stop.abort());

  const key = `demo_${randomBytes(8).toString('hex')}`;
  const desk = await openDesk({}, { host: '127.0.0.1', site: folder.path });
  await using service = await createService({
    database: { engine: 'sqlite', file: inFolder('waymark.db') },
    clock: systemClock,
    apiKey: key,
    desk: desk?.mount,
  });
  const dataSet = await readDataSet(sample);
  await importDataSet(service.db, dataSet.data, dataSet.files);
  await using api = await listenNear({ fetch: service.fetch, port: servicePort });

  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  const progress = await showProgress(process.stdout);
  using _progress = progress;
  let added: readonly EntryLine[] = [];
  let shown: string | undefined;
  // The first build shows its progress instead.
  const sayThatItBuilds = () => shown !== undefined && console.log('Building …');
  await using site = await listenNear({
    fetch: (request, env) => receiver.fetch(request, env),
    port,
    malformed: malformedAnswer,
  });
  const log = createLog({
    level: 'error',
    // After an exit is requested, aborted work looks like a failure, so nothing is printed.
    destination: { write: (line) => void (stop.signal.aborted || process.stderr.write(line)) },
  });
  const folders = { contentDir: inFolder('content'), outDir };
  const built = { ...folders, siteUrl: site.url, basePath: '/', siteConfig: undefined };
  await using worker = createWorker?.({ site: built, log });
  const rebuild = createRebuild({
    api: { baseUrl: api.url, key, auth: 'bearer' },
    site: built,
    assets: { assets: true, assetSeconds: defaultAssetSeconds },
    action: publishHere(worker),
    worker,
    signal: stop.signal,
    sample: 'published',
    onSynced: ({ releases, files }) => {
      added = releases.added;
      if (files.written + files.removed > 0) sayThatItBuilds();
    },
    onSyncedById: (releases) => {
      added = releases;
      sayThatItBuilds();
    },
    onProgress: progress.onProgress,
  });
  using inbox = openInbox(inFolder('webhook.db'));
  await using runner = createRunner({
    ...debounce,
    inbox,
    target: 'demo',
    clock: systemClock,
    random: Math.random,
    log,
    rebuild,
    pollMs,
    leading: 2,
    firstRun: 'polled',
    onSuccess: ({ generation, parts }) => {
      if (generation !== shown) console.log(describeLive(site.url, added, parts));
      shown = generation;
    },
  });
  const receiver = createReceiver({
    verify: standardWebhooks([secret]),
    inbox,
    runner,
    clock: systemClock,
    log,
    token: undefined,
    trustedProxies: [],
    perMinute: 0,
    scrub: createScrub([key, secret]),
  });
  receiver.app.route('/', createSiteServer({ folder: outDir }));
  await addHook(
    service.db,
    {
      url: `${site.url}/webhooks/release`,
      events: ['release.published', 'content.changed'],
      secret,
    },
    systemClock.now(),
  );

  console.log('Syncing and building the sample workspace …');
  try {
    const first = { awaited: [], scope: 'everything', before: undefined } as const;
    ({ generation: shown } = await rebuild(first));
  } catch (error) {
    // An exit aborts the sync, so an error of the sync is expected then.
    if (!stop.signal.aborted) throw error;
  }
  // Only the first build shows its progress. Each later build prints a line when it begins, and one once it is live.
  progress[Symbol.dispose]();
  if (!stop.signal.aborted) {
    await folder.shownAt(site.url);
    console.log(describeDemo(site.url, api.url, key, await desk?.link(service.db, api.url)));
  }
  await stopped;
  console.log('\nStopping.');
});
