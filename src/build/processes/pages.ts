import { inspect } from 'node:util';
import { build } from 'astro';
import config from '../../../astro.config.mjs';

// What `astro build` does, without a line for every page: at ten thousand, they cost seconds. Astro
// would load its settings under another name each time, and their compiled code would pile up.
try {
  await build({ ...config, configFile: false, logLevel: 'warn' });
} catch (error) {
  console.error(inspect(error));
  process.exit(1);
}
