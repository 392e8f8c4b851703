import { preview } from 'astro';
import { served } from './astro/served.ts';
import { run } from './run.ts';

await run(async () => {
  await preview(await served('preview', 'Shows what was built.'));
  return undefined;
});
