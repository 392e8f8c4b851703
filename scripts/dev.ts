import { resolve } from 'node:path';
import { dev } from 'astro';
import { parseSettings } from '../src/config/settings.ts';
import { readWorkspaceEntry } from '../src/store/read/read-for-page.ts';
import { astroOptions } from './terminal/astro-options.ts';
import { commandNamed, run } from './terminal/run.ts';

await run(async () => {
  const command = commandNamed('dev').description(
    'Serves the site for development, and reloads it on changes.',
  );
  const options = await astroOptions(command);
  // Reads the workspace only to report an error early. An error from a page could not name commands
  // as the user calls them, such as `npx --no waymark sync`.
  await readWorkspaceEntry(resolve(parseSettings(process.env, ['CONTENT_DIR']).CONTENT_DIR));
  await dev(options);
  return undefined;
});
