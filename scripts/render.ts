import { inspect } from 'node:util';
import { build } from 'astro';

// What `astro build` does, without a line for every page: at ten thousand, they cost seconds.
try {
  await build({ logLevel: 'warn' });
} catch (error) {
  console.error(inspect(error));
  process.exit(1);
}
