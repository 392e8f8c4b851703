import { mkdirSync, readdirSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';

/**
 * Removes from a kept output what the build did not give: pages of entries that are gone, old style
 * sheets and scripts. Astro renders into the output of the build before and removes nothing.
 */
export function pruneOutput(): AstroIntegration {
  let marker: string;
  return {
    name: 'waymark-prune-output',
    hooks: {
      'astro:config:done': ({ config }) => {
        const cache = fileURLToPath(config.cacheDir);
        mkdirSync(cache, { recursive: true });
        marker = join(cache, 'started');
        // Files are compared with the clock of the disk that they lie on.
        writeFileSync(marker, '');
      },
      'astro:build:done': ({ dir, assets }) => {
        const routed = [...assets.values()].flat().map((url) => fileURLToPath(url));
        prune(fileURLToPath(dir), new Set(routed), statSync(marker).mtimeMs);
      },
    },
  };
}

/**
 * @param routed what a page or a document was written to, or would have been, had it changed
 * @param since what was written from then on is of this build, in milliseconds since 1970
 * @returns whether anything is left
 */
function prune(folder: string, routed: ReadonlySet<string>, since: number): boolean {
  let left = false;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) left = prune(path, routed, since) || left;
    else if (routed.has(path) || statSync(path).mtimeMs >= since) left = true;
    else rmSync(path);
  }
  if (!left) rmdirSync(folder);
  return left;
}
