import { join, relative, resolve } from 'node:path';
import { expectPackage } from '../src/config/expect-package.ts';
import { parseSettings } from '../src/config/settings.ts';
import { astroRoot, codeFolder } from '../src/lib/files/places.ts';
import { command } from '../src/lib/processes/command.ts';
import { readWorkspaceEntry } from '../src/store/read/read-for-page.ts';
import { toPort } from './terminal/numbers.ts';
import { commandNamed, run } from './terminal/run.ts';

interface Flags {
  port?: number;
  host?: string | true;
  open: boolean;
}

await run(async () => {
  const server = commandNamed('dev')
    .description('Serves the site for development, and reloads it on changes.')
    .option(
      '--port <port>',
      'port to listen on (default: 4321; if it is in use, the next free port)',
      toPort,
    )
    .option('--host [address]', 'address to listen on (without an address: all addresses)')
    .option('--open', 'open the site in a browser', false)
    .parse()
    .opts<Flags>();
  expectPackage('astro', command('dev'));
  const { dev } = await import('astro');
  // Reads the workspace only to report an error early. An error from a page could not name commands
  // as the user calls them, such as `npx --no waymark sync`.
  await readWorkspaceEntry(resolve(parseSettings(process.env, ['CONTENT_DIR']).CONTENT_DIR));
  await dev({
    root: astroRoot,
    // Astro resolves even an absolute path relative to `root`, so a relative path is passed.
    configFile: relative(astroRoot, join(codeFolder, 'astro.config.mjs')),
    server,
  });
});
