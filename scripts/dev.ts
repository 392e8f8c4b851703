import { resolve } from 'node:path';
import { dev } from 'astro';
import { parseSettings } from '../src/config/settings.ts';
import { readWorkspaceEntry } from '../src/store/read/read-for-page.ts';
import { astroOptions } from './terminal/astro-options.ts';
import { commandNamed, run } from './terminal/run.ts';

await run(async () => {
  const command = commandNamed('dev').description(
    'Shows the site over the content, as pages and styles change.',
  );
  const options = await astroOptions(command);
  // Its sentence would otherwise appear in the page, which does not know how commands are called.
  await readWorkspaceEntry(resolve(parseSettings(process.env, ['CONTENT_DIR']).CONTENT_DIR));
  await dev(options);
  return undefined;
});
