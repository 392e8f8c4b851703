import { dev } from 'astro';
import { astroOptions } from './terminal/astro-options.ts';
import { commandNamed, run } from './terminal/run.ts';

await run(async () => {
  const command = commandNamed('dev').description(
    'Shows the site over the content, as pages and styles change.',
  );
  await dev(await astroOptions(command));
  return undefined;
});
