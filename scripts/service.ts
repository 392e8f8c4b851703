import { type Command, Option } from 'commander';
import { systemClock } from '../src/lib/clock.ts';
import type { Database } from '../src/lib/database/database.ts';
import { listen } from '../src/lib/listen.ts';
import { createLog } from '../src/lib/log.ts';
import { SettingsError } from '../src/model/errors.ts';
import { EventName } from '../src/model/event.ts';
import { parseSettings } from '../src/model/settings.ts';
import { exportDataSet } from '../src/service/data-set/export.ts';
import { importDataSet } from '../src/service/data-set/import.ts';
import { type DataSetFiles, readDataSet } from '../src/service/data-set/read.ts';
import { writeDataSet } from '../src/service/data-set/write.ts';
import { openDatabase } from '../src/service/database/open.ts';
import { addHook, isHookAddress, listHooks, removeHook } from '../src/service/events/hooks.ts';
import { malformed } from '../src/service/http/problem.ts';
import { createKey, listKeys, revokeKey } from '../src/service/keys/keys.ts';
import { createService } from '../src/service/service.ts';
import { commandNamed, run, toPort, untilStopped } from './run.ts';

interface Options {
  port: number;
  host: string;
  database: string;
  import?: string;
  export?: string;
}

const program = commandNamed('service')
  .description('The release API, on one machine and in one database file')
  .option('--port <port>', 'port to listen on (0: any free one)', toPort, 4010)
  .option('--host <address>', 'address to listen on', '127.0.0.1')
  .option('--database <file>', 'database file; created where it is missing', 'waymark.db')
  .option('--import <data-set>', 'add and update what an export holds, then serve')
  .option('--export <data-set>', 'write everything to a data set, then stop')
  .action(async (options: Options) => {
    // Read before the database is opened: a wrong path leaves no empty database behind.
    const dataSet = options.import === undefined ? undefined : await readDataSet(options.import);
    if (options.export === undefined) await serve(options, dataSet);
    else await writeExport(options.database, options.export, dataSet);
  });

const keys = program.command('keys').description('API keys');
keys
  .command('create <name>')
  .description('create a key; prints it, once')
  .action(
    withDatabase((database, [name = '']) => {
      const { id, key } = createKey(database, name, new Date());
      return `Created ${id} (${name}). The key, shown only now:\n${key}`;
    }),
  );
keys
  .command('list')
  .description('list the keys by their names')
  .action(
    withDatabase((database) =>
      listKeys(database).map(({ id, name, created_at, revoked_at }) =>
        row(id, name, `created ${created_at}`, revoked_at && `revoked ${revoked_at}`),
      ),
    ),
  );
keys
  .command('revoke <id>')
  .description('make a key invalid, at once')
  .action(
    withDatabase((database, [id = '']) => {
      if (revokeKey(database, id, new Date())) return `Revoked ${id}.`;
      throw new SettingsError(`No valid key has the id ${id}. "keys list" shows them.`);
    }),
  );

const hooks = program.command('hooks').description('outgoing webhooks');
hooks
  .command('add <url>')
  .description('tell an address of events; prints the signing secret, once')
  .addOption(
    new Option('--event <event>', 'what to tell it of')
      .choices(EventName.options)
      .default('release.published'),
  )
  .action(
    withDatabase((database, [url = ''], { event }: { event: EventName }) => {
      if (!isHookAddress(url))
        throw new SettingsError(
          `${url} is no address to send to. Name one like https://example.com/hook.`,
        );
      const { id, secret } = addHook(database, { url, event }, new Date());
      return `Added ${id}: ${event} goes to ${url}.\nIts secret, shown only now:\n${secret}`;
    }),
  );
hooks
  .command('list')
  .description('list the hooks, and how many events wait for each')
  .action(
    withDatabase((database) =>
      listHooks(database).map(({ id, url, event, waiting, disabled_at }) =>
        row(id, event, url, `${waiting} waiting`, disabled_at && `disabled ${disabled_at}`),
      ),
    ),
  );
hooks
  .command('remove <id>')
  .description('remove a hook and what still waits for it')
  .action(
    withDatabase((database, [id = '']) => {
      if (removeHook(database, id)) return `Removed ${id}.`;
      throw new SettingsError(`No hook has the id ${id}. "hooks list" shows them.`);
    }),
  );

async function serve(options: Options, dataSet: DataSetFiles | undefined): Promise<void> {
  const { port, host: hostname, database } = options;
  await using service = createService({ database, clock: systemClock, ...settings(port) });
  if (dataSet) tellImport(service.database, dataSet);
  await using server = await listen({ fetch: service.fetch, port, hostname, malformed });
  console.log(`The API answers at ${server.url}/v1 from ${database}; see ${server.url}/docs.`);
  const hasKey = process.env.API_KEY || listKeys(service.database).some((key) => !key.revoked_at);
  if (!hasKey) console.log('No key is valid yet: "npm run service -- keys create NAME" makes one.');
  await untilStopped();
}

async function writeExport(
  file: string,
  path: string,
  dataSet: DataSetFiles | undefined,
): Promise<void> {
  using database = openDatabase(file);
  if (dataSet) tellImport(database, dataSet);
  await writeDataSet(path, exportDataSet(database));
  console.log(`Exported ${file} to ${path}.`);
}

function tellImport(database: Database, { data, files }: DataSetFiles): void {
  importDataSet(database, data, files);
  const { releases, milestones } = data;
  console.log(`Imported ${releases.length} releases and ${milestones.length} milestones.`);
}

/** What the environment says. @throws SettingsError that names every variable that is wrong. */
function settings(port: number) {
  const env = parseSettings(process.env, [
    'RATE_LIMIT',
    'RATE_LIMIT_LOOPBACK',
    'SERVICE_URL',
    'TRUSTED_PROXIES',
    ...(process.env.API_KEY ? (['API_KEY'] as const) : []),
  ]);
  return {
    log: createLog({ level: 'info' }),
    apiKey: env.API_KEY,
    origin: env.SERVICE_URL ?? `http://127.0.0.1:${port}`,
    trustedProxies: env.TRUSTED_PROXIES,
    perMinute: { elsewhere: env.RATE_LIMIT, local: env.RATE_LIMIT_LOOPBACK },
  };
}

/** Makes a command of what works on the database and says something. */
function withDatabase<O>(
  work: (database: Database, args: string[], options: O) => string | string[],
) {
  return (...all: unknown[]) => {
    const command = all.at(-1) as Command;
    using database = openDatabase(command.optsWithGlobals<Options>().database);
    console.log([work(database, command.args, command.opts() as O)].flat().join('\n'));
  };
}

function row(...cells: (string | null)[]): string {
  return cells.filter(Boolean).join('\t');
}

await run(async () => {
  await program.parseAsync();
  return undefined;
});
