import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseSettings } from '../src/config/settings.ts';
import { listen } from '../src/lib/http/listen.ts';
import { command } from '../src/lib/processes/command.ts';
import { createSiteServer } from '../src/publish/serve/site-server.ts';
import { toPort } from './terminal/numbers.ts';
import { commandNamed, run, untilStopped } from './terminal/run.ts';

interface Flags {
  out?: string;
  port: number;
  host: string;
}

/** A reader that takes nothing for this long is gone, or stalls on purpose. */
const idleMs = 60_000;

await run(async () => {
  const { out, port, host } = commandNamed('serve')
    .description('Serves the published site, without another web server.')
    .option('--out <dir>', 'the site to serve (default: OUT_DIR, or dist)')
    .option('--port <port>', 'port to listen on (0: any free one)', toPort, 4321)
    .option('--host <address>', 'address to listen on (0.0.0.0: all)', '127.0.0.1')
    .parse()
    .opts<Flags>();
  const { OUT_DIR, BASE_PATH: basePath } = parseSettings(process.env, ['OUT_DIR', 'BASE_PATH']);
  const folder = resolve(out ?? OUT_DIR);
  const site = createSiteServer({ folder, basePath });
  await using server = await listen({ fetch: site.fetch, port, hostname: host, idleMs });
  if (existsSync(folder)) console.log(`${folder} is served at ${server.url}${basePath}`);
  else {
    console.log(`${folder} does not exist yet. To create it, run: ${command('build')}`);
    console.log(`From then on, the site is served at ${server.url}${basePath}`);
  }
  await untilStopped();
});
