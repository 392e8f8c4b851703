import { fileURLToPath } from 'node:url';
import type { AstroInlineConfig } from 'astro';
import { astroRoot, makeAstroRoot } from '../../src/build/compile/astro-root.ts';
import { commandNamed, toPort } from '../run.ts';

interface Flags {
  port?: number;
  host?: string | true;
  open: boolean;
}

/** What Astro is told by a command that has it serve the site; its folder is made. */
export async function served(name: string, description: string): Promise<AstroInlineConfig> {
  const { port, host, open } = commandNamed(name)
    .description(description)
    .option('--port <port>', 'port to listen on (default: 4321, or the next free one)', toPort)
    .option('--host [address]', 'address to listen on (without one: all of them)')
    .option('--open', 'open the site in a browser', false)
    .parse()
    .opts<Flags>();
  await makeAstroRoot();
  return {
    root: astroRoot,
    configFile: fileURLToPath(new URL('../../astro.config.mjs', import.meta.url)),
    server: { open, ...(port !== undefined && { port }), ...(host !== undefined && { host }) },
  };
}
