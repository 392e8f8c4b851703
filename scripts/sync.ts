import { Command } from 'commander';
import { createClient } from '../src/client/client.ts';
import { systemClock } from '../src/lib/clock.ts';
import { toJsonText } from '../src/lib/json.ts';
import { parseSettings } from '../src/model/settings.ts';
import { exitCodeOf, reportText } from '../src/sync/report.ts';
import { sync } from '../src/sync/sync.ts';
import { run } from './run.ts';

interface Flags {
  content?: string;
  dryRun: boolean;
  full: boolean;
  strict: boolean;
  json: boolean;
  replace: boolean;
  allowMassDelete: boolean;
}

await run(async () => {
  const command = new Command('npm run sync --')
    .description('Copies what is public at the API into the content folder.')
    .option('--dry-run', 'print what would change and write nothing', false)
    .option('--full', 'read every record again', false)
    .option('--strict', 'exit 3 when something is incomplete or left out', false)
    .option('--json', 'print the report as one JSON document', false)
    .option('--content <dir>', 'the content folder (default: CONTENT_DIR, or content)')
    .option('--replace', "start from empty where another workspace's content stands", false)
    .option('--allow-mass-delete', 'remove entries although many are gone at once', false)
    .parse();
  const { content, strict, json, ...flags } = command.opts<Flags>();
  const settings = parseSettings(process.env, [
    'API_BASE_URL',
    'API_KEY',
    'API_AUTH',
    'CONTENT_DIR',
  ]);
  await using client = createClient({
    baseUrl: settings.API_BASE_URL,
    key: settings.API_KEY,
    auth: settings.API_AUTH,
    clock: systemClock,
    random: Math.random,
  });
  const contentDir = content ?? settings.CONTENT_DIR;
  const report = await sync({ client, contentDir, now: systemClock.now(), ...flags });
  console.log(json ? toJsonText(report).trimEnd() : reportText(report));
  return exitCodeOf(report, strict);
});
