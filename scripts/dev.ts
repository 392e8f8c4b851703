import { resolve } from 'node:path';
import { expectPackage } from '../src/config/expect-package.ts';
import { parseSettings } from '../src/config/settings.ts';
import { command } from '../src/lib/processes/command.ts';
import { readWorkspaceEntry } from '../src/store/read/read-for-page.ts';
import { astroOptions } from './terminal/astro-options.ts';
import { commandNamed, run } from './terminal/run.ts';

await run(async () => {
  const options = await astroOptions(
    commandNamed('dev').description('Serves the site for development, and reloads it on changes.'),
  );
  expectPackage('astro', command('dev'));
  const { dev } = await import('astro');
  // Reads the workspace only to report an error early. An error from a page could not name commands
  // as the user calls them, such as `npx --no waymark sync`.
  await readWorkspaceEntry(resolve(parseSettings(process.env, ['CONTENT_DIR']).CONTENT_DIR));
  await dev(options);
  return undefined;
});
