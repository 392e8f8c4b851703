import { appendFile } from 'node:fs/promises';
import { failureReport } from '../src/client/api-error.ts';
import type { Retrying } from '../src/client/client.ts';
import { parseSettings } from '../src/config/settings.ts';
import { printableJson } from '../src/lib/text/printable.ts';
import { systemClock } from '../src/lib/time/clock.ts';
import { readUpstreamSettings } from '../src/sync/run/sources-settings.ts';
import { syncOnce } from '../src/sync/run/sync-once.ts';
import { reportMarkdown } from '../src/sync/write/report/markdown.ts';
import { decideExitCode, type SyncReport } from '../src/sync/write/report/report.ts';
import { showProgress } from './terminal/progress.ts';
import { reportRetries } from './terminal/report-retries.ts';
import { formatConcerns, formatReport, formatTotal } from './terminal/report-text.ts';
import { commandNamed, quietOption, run } from './terminal/run.ts';
import { waitOrFail } from './terminal/waiting.ts';

interface Flags {
  content?: string;
  dryRun: boolean;
  full: boolean;
  strict: boolean;
  json: boolean;
  quiet: boolean;
  replace: boolean;
  allowMassDelete: boolean;
  assets: boolean;
  wait: boolean;
}

await run(async () => {
  const command = commandNamed('sync')
    .description(
      'Copies public entries from the API, or from the sources in sources.yaml, to the content folder.',
    )
    .option('--dry-run', 'print what would change, without writing', false)
    .option('--full', 'read every record again', false)
    .option('--strict', 'exit 3 when something is incomplete or left out', false)
    .option('--json', 'print the report as one JSON document', false)
    .option(...quietOption)
    .option('--content <dir>', 'the content folder (default: CONTENT_DIR, or content)')
    .option('--replace', "replace another workspace's content", false)
    .option('--allow-mass-delete', 'remove entries even if many are missing at once', false)
    .option('--no-assets', 'link to the original pictures and files, without copying them')
    .option('--no-wait', 'exit 1 if another sync or build is running')
    .parse();
  const flags = command.opts<Flags>();
  try {
    return await syncAndPrint(flags);
  } catch (error) {
    if (flags.json) console.log(printableJson(failureReport(error)));
    throw error;
  }
});

async function syncAndPrint(flags: Flags): Promise<number> {
  const started = performance.now();
  const { dryRun, full, replace, allowMassDelete } = flags;
  const settings = parseSettings(process.env, ['CONTENT_DIR', 'ASSETS', 'ASSETS_SECONDS']);
  const upstream = await readUpstreamSettings(process.env);
  using progress = await showProgress(process.stderr);
  const retrying = new Set<Retrying>();
  await using _telling = reportRetries(retrying, progress.say, systemClock);
  const report = await syncOnce({
    ...upstream,
    contentDir: flags.content ?? settings.CONTENT_DIR,
    ...{ dryRun, full, replace, allowMassDelete },
    assets: flags.assets && settings.ASSETS === 'on',
    assetSeconds: settings.ASSETS_SECONDS,
    retrying,
    ...waitOrFail(flags.wait),
    ...(!flags.json && !flags.quiet && { onProgress: progress.onProgress }),
  });
  progress[Symbol.dispose]();
  print(report, flags, performance.now() - started);
  const summary = process.env.GITHUB_STEP_SUMMARY;
  if (summary) await appendFile(summary, reportMarkdown(report));
  return decideExitCode(report, flags.strict);
}

/** A plan is printed as Markdown, so that it can be posted as a comment. */
function print(report: SyncReport, { json, quiet }: Flags, ms: number): void {
  const concerns = quiet && !json && !report.dryRun ? formatConcerns(report) : '';
  if (concerns) console.error(concerns);
  if (json) console.log(printableJson(report));
  else if (report.dryRun) console.log(reportMarkdown(report));
  else console.log(quiet ? formatTotal(report, ms) : formatReport(report, ms));
}
