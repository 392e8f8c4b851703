import { preview } from 'astro';
import { astroOptions } from './terminal/astro-options.ts';
import { commandNamed, run } from './terminal/run.ts';

await run(async () => {
  const command = commandNamed('preview').description('Shows what was built.');
  await preview(await astroOptions(command));
  return undefined;
});
