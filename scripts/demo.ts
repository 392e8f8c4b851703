import { randomBytes } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { systemClock } from '../src/lib/clock.ts';
import { listenNear } from '../src/lib/listen.ts';
import { createLog } from '../src/lib/log.ts';
import { importDataSet } from '../src/service/data-set/import.ts';
import { readDataSet } from '../src/service/data-set/read.ts';
import { addHook } from '../src/service/events/hooks.ts';
import { createService } from '../src/service/service.ts';
import { paths } from '../src/site/urls.ts';
import type { EntryLine } from '../src/sync/report.ts';
import { openInbox } from '../src/webhook/inbox/open.ts';
import { createPacer } from '../src/webhook/pacer.ts';
import { standardWebhooks } from '../src/webhook/proof/standard-webhooks.ts';
import { createReceiver, malformed } from '../src/webhook/receiver.ts';
import { createScrub } from '../src/webhook/scrub.ts';
import { createRebuild, publishHere } from './rebuild.ts';
import { commandNamed, run, toPort, untilStopped } from './run.ts';
import { serveFolder } from './serve-folder.ts';

const sample = fileURLToPath(new URL('sample/workspace.json', import.meta.url));
const draftToPublish = 'rel_publish_me';
const gathering = { quietMs: 300, longestMs: 5_000 };
const pollMs = 10 * 60_000;

await run(async () => {
  const { port, servicePort, dir } = commandNamed('npm run demo --')
    .description('The whole of Waymark on this machine, with a sample workspace.')
    .option('--port <port>', 'where the site is shown; the next free one if taken', toPort, 4321)
    .option('--service-port <port>', 'where the API answers, likewise', toPort, 4010)
    .option('--dir <dir>', "the demo's own folder, emptied at the start", '.demo')
    .parse()
    .opts<{ port: number; servicePort: number; dir: string }>();
  const folder = resolve(dir);
  await rm(folder, { recursive: true, force: true });
  const outDir = join(folder, 'dist');
  await mkdir(folder, { recursive: true });

  const stopped = untilStopped();
  const stop = new AbortController();
  void stopped.then(() => stop.abort());

  const key = `demo_${randomBytes(8).toString('hex')}`;
  await using service = createService({
    database: join(folder, 'waymark.db'),
    clock: systemClock,
    apiKey: key,
  });
  const dataSet = await readDataSet(sample);
  await importDataSet(service.database, dataSet.data, dataSet.files);
  await using api = await listenNear({ fetch: service.fetch, port: servicePort });

  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  let added: EntryLine[] = [];
  await using site = await listenNear({
    fetch: (request, env) => receiver.fetch(request, env),
    port,
    malformed,
  });
  const rebuild = createRebuild({
    api: { baseUrl: api.url, key, auth: 'bearer' },
    site: { contentDir: join(folder, 'content'), outDir, siteUrl: site.url, basePath: '/' },
    action: publishHere,
    signal: stop.signal,
    sample: 'published',
    onSynced: ({ releases }) => {
      added = releases.added;
    },
  });
  using inbox = openInbox(join(folder, 'webhook.db'));
  const log = createLog({ level: 'error' });
  await using pacer = createPacer({
    ...gathering,
    inbox,
    outside: 'demo',
    clock: systemClock,
    random: Math.random,
    log,
    rebuild,
    pollMs,
    firstRun: 'polled',
    onSuccess: ({ parts }) => {
      const ms = Object.values(parts).reduce((sum, part) => sum + part, 0);
      const slugs = added.map(({ slug }) => slug).join(', ') || 'nothing new';
      console.log(`Live after ${(ms / 1000).toFixed(1)} s: ${site.url}/ (${slugs})`);
    },
  });
  const receiver = createReceiver({
    proof: standardWebhooks([secret]),
    inbox,
    pacer,
    clock: systemClock,
    log,
    token: undefined,
    trustedProxies: [],
    perMinute: 0,
    scrub: createScrub([key, secret]),
  });
  serveFolder(receiver.app, outDir);
  addHook(
    service.database,
    { url: `${site.url}/webhooks/release`, event: 'release.published', secret },
    systemClock.now(),
  );

  console.log('Syncing and building the sample workspace …');
  await rebuild({ awaited: [], before: undefined });
  console.log(welcome(site.url, api.url, key));
  await stopped;
  console.log('\nStopping.');
  return undefined;
});

function welcome(site: string, api: string, key: string): string {
  return `
  Changelog  ${site}/${paths.home()}
  Roadmap    ${site}/${paths.roadmap()}
  RSS feed   ${site}/${paths.rss()}
  API        ${api}/v1

Publish a draft, and it is live a few seconds later:

  curl -X POST -H 'Authorization: Bearer ${key}' ${api}/v1/releases/${draftToPublish}/publish

Ctrl-C ends everything.
`;
}
