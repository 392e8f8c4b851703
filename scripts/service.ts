import { Command, Option } from 'commander';
import { systemClock } from '../src/lib/clock.ts';
import { listen } from '../src/lib/listen.ts';
import { SettingsError } from '../src/model/errors.ts';
import { EventName } from '../src/model/event.ts';
import { parseSettings } from '../src/model/settings.ts';
import { importDataSet } from '../src/service/data-set/import.ts';
import { readDataSet } from '../src/service/data-set/read.ts';
import { openDatabase } from '../src/service/database/open.ts';
import { addHook } from '../src/service/events/hooks.ts';
import { createService } from '../src/service/service.ts';
import { run, untilStopped } from './run.ts';

const program = new Command('service')
  .description('The release API, on one machine and in one database file')
  .option('--port <port>', 'port to listen on (0: any free one)', toPort, 4010)
  .option('--database <file>', 'database file; created where it is missing', 'waymark.db')
  .option('--import <data-set>', 'add and update what an export holds, then serve')
  .action(serve);

program
  .command('hooks')
  .description('outgoing webhooks')
  .command('add <url>')
  .description('tell an address of events; prints the signing secret, once')
  .addOption(
    new Option('--event <event>', 'what to tell it of')
      .choices(EventName.options)
      .default('release.published'),
  )
  .action(hooksAdd);

interface ServeOptions {
  port: number;
  database: string;
  import?: string;
}

async function serve({ port, database, import: path }: ServeOptions): Promise<void> {
  const { API_KEY: apiKey } = process.env.API_KEY ? parseSettings(process.env, ['API_KEY']) : {};
  // Read before the database is opened: a wrong path leaves no empty database behind.
  const dataSet = path === undefined ? undefined : await readDataSet(path);
  await using service = createService({ database, clock: systemClock, apiKey });
  if (dataSet) {
    importDataSet(service.database, dataSet.data, dataSet.files);
    const { releases, milestones } = dataSet.data;
    console.log(`Imported ${releases.length} releases and ${milestones.length} milestones.`);
  }
  await using server = await listen({ fetch: service.fetch, port });
  console.log(`The API answers at ${server.url}/v1 from ${database}.`);
  await untilStopped();
}

function hooksAdd(url: string, { event }: { event: EventName }, command: Command): void {
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw new SettingsError(`${url} is not an address. Name one such as https://example.com/hook.`);
  using database = openDatabase(command.optsWithGlobals().database);
  const { id, secret } = addHook(database, { url, event }, new Date());
  console.log(`Added ${id}: ${event} goes to ${url}.\nIts secret, shown only now:\n${secret}`);
}

function toPort(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65535) return port;
  throw new SettingsError(`--port ${text} is not usable: name a number from 0 to 65535.`);
}

await run(async () => {
  await program.parseAsync();
  return undefined;
});
