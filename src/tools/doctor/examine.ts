import { existsSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { addressWarning } from '../../config/address-warning.ts';
import { expectPackage } from '../../config/expect-package.ts';
import { findSiteConfig, loadSiteConfig } from '../../config/load-site-config.ts';
import { type Env, parseSettings, siteSettings } from '../../config/settings.ts';
import { nameOf } from '../../config/sources-file.ts';
import { type Check, type Finding, fail, ok, warn } from '../../lib/finding.ts';
import { sentences } from '../../lib/text/text.ts';
import type { Clock } from '../../lib/time/clock.ts';
import { WaymarkError } from '../../model/errors.ts';
import { inspectOutDir } from '../../publish/generations/out-dir.ts';
import { sitePathsOf } from '../../publish/generations/site-paths.ts';
import {
  readSources,
  readUpstreamSettings,
  readZoneWarning,
} from '../../sync/run/sources-settings.ts';
import { checkApi } from './check-api.ts';
import { checkDisk } from './check-disk.ts';
import { checkFolder, checkPlace, checkSecrets } from './check-folder.ts';
import { checkReceiver } from './check-receiver.ts';
import { checkSources, openRemote, type RemoteSource } from './check-sources.ts';
import { isReceiverSetUp, readCheckedReceiver } from './read-checked-receiver.ts';

// Runs all checks. Each check reads only its own settings, so that one invalid setting does not
// hide the results of other checks. Checks remove any test files that they write.

export interface ExamineOptions {
  env: Env;
  clock: Clock;
  /** Languages that the site can be shown in. */
  languages: readonly string[];
  /** Checks that other tools provide. */
  checks: readonly Check[];
  /** Called just before `site.config.ts`, which may run any code, is loaded for the last checks. */
  onSite(): void;
}

/** Checks everything that sync, build and receiver need, and yields the findings. */
export async function* examine(options: ExamineOptions): AsyncGenerator<Finding> {
  const { env, clock } = options;
  const secrets = await checkSecrets('.env');
  if (secrets) yield secrets;
  yield* examineUpstream(options);
  yield* examineReceiver(options);
  for (const check of options.checks.filter(({ isSetUp }) => isSetUp(env)))
    yield* part(`settings of the ${check.what}`, async () => check.read(env, clock));
  yield* part('settings of the site', () => readSite(options));
  if (env.DATABASE_URL) yield* examinePackage('pg', 'DATABASE_URL');
  // An empty folder needs no compiler.
  if (existsSync('pages') && readdirSync('pages').length > 0)
    yield* examinePackage('astro', 'pages/');
}

async function* examinePackage(...[name, what]: Parameters<typeof expectPackage>) {
  yield* part(`package ${name}`, async () => {
    expectPackage(name, what);
    return [ok(`package ${name}`, 'It is installed.')];
  });
}

async function* examineUpstream({ env, clock }: ExamineOptions): AsyncGenerator<Finding> {
  const hasFile = await readSources(env).then(Boolean, () => true);
  let remote: RemoteSource[] = [];
  yield* part(hasFile ? 'sources.yaml' : 'settings of the API', async () => {
    const { api, sources } = await readUpstreamSettings(env);
    const missing = sources ? await checkSources(sources) : [];
    if (missing.length > 0) return missing;
    remote = sources ? await openRemote(sources) : [];
    return async () => (api ? checkApi(api, clock) : []);
  });
  for (const { name, check } of remote) yield* part(name, async () => [ok(name, await check())]);
}

async function* examineReceiver({ env, clock }: ExamineOptions): AsyncGenerator<Finding> {
  if (!isReceiverSetUp(env))
    return yield ok('receiver', 'No receiver is configured, because no secret is set.');
  yield* part('settings of the receiver', async () => {
    const receiver = await readCheckedReceiver(env, clock);
    const names = (await readSources(env))?.sources.map(nameOf);
    const sources = names ?? [`the API ${env.API_BASE_URL}`];
    return async () => [
      ok('receiver', `It reads ${sources.join(', ')}.`),
      await checkPlace('WEBHOOK_INBOX', receiver.inbox),
      await checkReceiver(receiver),
    ];
  });
}

/**
 * Reads the settings of one part of Waymark, then runs its checks. If the settings are invalid,
 * yields their problems instead of the findings.
 */
async function* part(
  what: string,
  read: () => Promise<Finding[] | (() => Promise<Finding[]>)>,
): AsyncGenerator<Finding> {
  const looked = await read().catch((error: unknown) => problemsIn(what, error));
  if (Array.isArray(looked)) return yield* looked;
  yield ok(what, 'All are valid.');
  yield* await looked();
}

/**
 * Converts an error into findings. Each line of its message that is indented, or begins with a file
 * and a line, is about one setting and becomes one finding. A message without such lines becomes one
 * finding.
 */
function problemsIn(what: string, error: unknown): Finding[] {
  if (!(error instanceof WaymarkError)) throw error;
  const lines = error.message.split('\n');
  const named = lines.filter((line) => /^(?: {2}|\S+:\d+: )/.test(line));
  if (named.length > 0) return named.map((line) => fail(what, line.trim(), lines.at(-1) ?? ''));
  const [found = '', ...others] = lines;
  return [
    others.length > 0 ? fail(what, found, others.join(' ')) : fail(what, ...sentences(found)),
  ];
}

async function readSite({ env, languages, onSite }: ExamineOptions) {
  const settings = parseSettings(env, siteSettings);
  const { SITE_URL: siteUrl, CONTENT_DIR: contentDir, OUT_DIR: outDir } = settings;
  onSite();
  const { timeZone } = await loadSiteConfig(findSiteConfig(settings.SITE_CONFIG), languages);
  const zones = await readZoneWarning(env, timeZone, contentDir);
  const warning = addressWarning(siteUrl);
  return async () => [
    ...(zones ? [warn('timeZone', ...sentences(zones))] : []),
    warning
      ? warn('SITE_URL', ...sentences(warning))
      : ok('SITE_URL', `Links and feeds use ${siteUrl}.`),
    await checkPlace('CONTENT_DIR', contentDir),
    await checkOutDir(resolve(outDir)),
    await checkFolder('.cache', '.cache'),
    await checkDisk('disk of the content', contentDir),
    await checkDisk('disk of the site', outDir),
  ];
}

async function checkOutDir(outDir: string): Promise<Finding> {
  try {
    await inspectOutDir(sitePathsOf(outDir));
  } catch (error) {
    if (!(error instanceof WaymarkError)) throw error;
    return fail('OUT_DIR', ...sentences(error.message));
  }
  return checkPlace('OUT_DIR', outDir);
}
