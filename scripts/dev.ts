import { dev } from 'astro';
import { served } from './astro/served.ts';
import { run } from './run.ts';

await run(async () => {
  await dev(await served('dev', 'Shows the site over the content, as pages and styles change.'));
  return undefined;
});
