import { join, relative } from 'node:path';
import type { AstroInlineConfig } from 'astro';
import type { Command } from 'commander';
import { codeFolder } from '../../src/lib/files/places.ts';
import { astroRoot, makeAstroRoot } from '../../src/render/compile/astro-root.ts';
import { toPort } from './numbers.ts';

interface Flags {
  port?: number;
  host?: string | true;
  open: boolean;
}

/**
 * Reads the options of a command that serves the site, and returns Astro's options. Creates the
 * folder that Astro works in.
 */
export async function astroOptions(command: Command): Promise<AstroInlineConfig> {
  const { port, host, open } = command
    .option(
      '--port <port>',
      'port to listen on (default: 4321; if it is in use, the next free port)',
      toPort,
    )
    .option('--host [address]', 'address to listen on (without an address: all addresses)')
    .option('--open', 'open the site in a browser', false)
    .parse()
    .opts<Flags>();
  await makeAstroRoot();
  return {
    root: astroRoot,
    // Astro resolves even an absolute path relative to `root`, so a relative path is passed.
    configFile: relative(astroRoot, join(codeFolder, 'astro.config.mjs')),
    server: { open, ...(port !== undefined && { port }), ...(host !== undefined && { host }) },
  };
}
