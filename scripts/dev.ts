import { dev } from 'astro';
import { commandNamed, run } from './run.ts';
import { astroOptions } from './terminal/astro-options.ts';

await run(async () => {
  const command = commandNamed('dev').description(
    'Shows the site over the content, as pages and styles change.',
  );
  await dev(await astroOptions(command));
  return undefined;
});
