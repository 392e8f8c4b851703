import { preview } from 'astro';
import { commandNamed, run } from './run.ts';
import { astroOptions } from './terminal/astro-options.ts';

await run(async () => {
  const command = commandNamed('preview').description('Shows what was built.');
  await preview(await astroOptions(command));
  return undefined;
});
