import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseSettings } from '../src/config/settings.ts';
import { listenNear } from '../src/lib/http/listen.ts';
import { command } from '../src/lib/processes/command.ts';
import { WaymarkError } from '../src/model/errors.ts';
import { createSiteServer } from '../src/publish/serve/site-server.ts';
import { toPort } from './terminal/numbers.ts';
import { commandNamed, run, untilStopped } from './terminal/run.ts';

interface Flags {
  port: number;
  host: string | true;
}

await run(async () => {
  const { port, host } = commandNamed('preview')
    .description('Serves the last build.')
    .option('--port <port>', 'port to listen on; if it is in use, the next free port', toPort, 4321)
    .option(
      '--host [address]',
      'address to listen on (without an address: all addresses)',
      '127.0.0.1',
    )
    .parse()
    .opts<Flags>();
  const settings = parseSettings(process.env, ['OUT_DIR', 'BASE_PATH']);
  const { OUT_DIR: folder, BASE_PATH: basePath } = settings;
  if (!existsSync(folder))
    throw new WaymarkError(`${folder} does not exist. Run ${command('build')} first.`);
  const { fetch } = createSiteServer({ folder: resolve(folder), basePath });
  const hostname = host === true ? '0.0.0.0' : host;
  await using server = await listenNear({ fetch, port, hostname });
  console.log(`${folder} is served at ${server.url}${basePath}`);
  await untilStopped();
});
