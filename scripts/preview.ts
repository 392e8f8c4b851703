import { existsSync } from 'node:fs';
import { preview } from 'astro';
import { parseSettings } from '../src/config/settings.ts';
import { command } from '../src/lib/processes/command.ts';
import { WaymarkError } from '../src/model/errors.ts';
import { astroOptions } from './terminal/astro-options.ts';
import { commandNamed, run } from './terminal/run.ts';

await run(async () => {
  const options = await astroOptions(commandNamed('preview').description('Serves the last build.'));
  const { OUT_DIR: outDir } = parseSettings(process.env, ['OUT_DIR']);
  if (!existsSync(outDir))
    throw new WaymarkError(`${outDir} does not exist. Run ${command('build')} first.`);
  await preview(options);
  return undefined;
});
