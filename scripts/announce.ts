import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { InvalidArgumentError } from 'commander';
import { createPublicPost } from '../src/client/public-post.ts';
import { parseSettings, withoutSecrets } from '../src/config/settings.ts';
import { ifMissing } from '../src/lib/files/missing.ts';
import { ownFile } from '../src/lib/processes/command.ts';
import { printable } from '../src/lib/text/printable.ts';
import { systemClock } from '../src/lib/time/clock.ts';
import { SettingsError } from '../src/model/errors.ts';
import { announce } from '../src/tools/announce/announce.ts';
import { parseAnnounceFile, readTargets } from '../src/tools/announce/announce-file.ts';
import { refuseRun } from '../src/tools/announce/refuse.ts';
import { describeAnnouncements } from '../src/tools/announce/report.ts';
import { runClaim } from '../src/tools/announce/run-claim.ts';
import { commandNamed, quietOption, run } from './terminal/run.ts';
import { waitOrFail } from './terminal/waiting.ts';

const file = 'announce.yaml';
const meant = 'everywhere or for a target or release';

await run(async () => {
  const command = commandNamed('announce')
    .description('Announces new releases in Slack, Discord and elsewhere, once they are live.')
    .option('--dry-run', 'print every message, without sending', false)
    .option('--yes', 'also send more than ten announcements at once', false)
    .option('--retry-unknown [name]', `send again what may have arrived already, ${meant}`)
    .option('--confirm-unknown [name]', `note that it has arrived, ${meant}`)
    .option('--wait <time>', 'how long to wait for pages, such as 90s or 5m', duration, 5 * 60_000)
    .option('--claim-with <command>', 'a command for sh that stores the ledger before sending')
    .option(...quietOption)
    .parse();
  const { wait: waitMs, claimWith, quiet, dryRun, yes, ...wishes } = command.opts();
  const { env } = process;
  const text = await readFile(file, 'utf8').catch(ifMissing);
  if (text === undefined)
    throw new SettingsError(
      `There is no ${file} in this folder. Write it to announce releases: see ${ownFile('docs/announcing.md')}.`,
    );
  const settings = parseSettings(env, ['SITE_URL', 'BASE_PATH', 'CONTENT_DIR', 'ANNOUNCE_LEDGER']);
  const { SITE_URL: siteUrl, BASE_PATH: basePath } = settings;
  const { site, targets } = parseAnnounceFile(file, text);
  const event = env.GITHUB_EVENT_PATH;
  const eventText = event ? await readFile(event, 'utf8').catch(ifMissing) : undefined;
  refuseRun(site, siteUrl + basePath, env, eventText);
  const report = await announce({
    ...waitOrFail(true),
    ...wishes,
    dryRun,
    yes,
    contentDir: resolve(settings.CONTENT_DIR),
    siteUrl,
    basePath,
    ledgerFile: resolve(settings.ANNOUNCE_LEDGER),
    targets: readTargets(targets, env),
    clock: systemClock,
    post: createPublicPost(),
    waitMs,
    onClaimed: claimWith && (() => runClaim(claimWith, withoutSecrets(env))),
  });
  const { lines, problems, end, exitCode } = describeAnnouncements(report);
  for (const line of quiet ? [] : lines) console.log(printable(line));
  for (const problem of problems) console.error(printable(problem));
  console.log(printable(end));
  return exitCode;
});

/** @param text such as `90s`, `5m` or `0` */
function duration(text: string): number {
  const [, number, unit] = /^(\d{1,4})([sm]?)$/.exec(text) ?? [];
  if (number === undefined) throw new InvalidArgumentError('Write it as 90s or 5m.');
  return Number(number) * (unit === 'm' ? 60_000 : 1000);
}
