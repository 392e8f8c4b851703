import {
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { z } from 'zod';

// Astro renders into the output of the build before and removes nothing of it.

/** Leaves a list behind, in Astro's cache folder, of all files that the build stands for. */
export function listRouted(): AstroIntegration {
  let list: string;
  let since: number;
  return {
    name: 'waymark-list-routed',
    hooks: {
      'astro:config:done': ({ config }) => {
        const cache = fileURLToPath(config.cacheDir);
        mkdirSync(cache, { recursive: true });
        list = join(cache, listName);
        writeFileSync(list, '');
        // Files are compared with the clock of the disk that they lie on.
        since = statSync(list).mtimeMs;
      },
      'astro:build:done': ({ assets }) => {
        const files = [...assets.values()].flat().map((url) => fileURLToPath(url));
        writeFileSync(list, JSON.stringify({ since, files } satisfies Routed));
      },
    },
  };
}

/**
 * Removes from a kept output what no build gives any more: pages of entries that are gone, old
 * style sheets and scripts.
 * @param cacheDir where the list lies @param others files of the output that Astro knows nothing of
 */
export function pruneOutput(folder: string, cacheDir: string, others: Iterable<string>): void {
  const { since, files } = Routed.parse(JSON.parse(readFileSync(join(cacheDir, listName), 'utf8')));
  prune(folder, new Set([...files, ...others]), since);
}

const listName = 'routed.json';

const Routed = z.object({
  /** What was written from then on is of this build, in milliseconds since 1970. */
  since: z.number(),
  /** What a page was written to, or would have been, had it changed; absolute. */
  files: z.array(z.string()),
});
type Routed = z.infer<typeof Routed>;

/** Whether anything is left. */
function prune(folder: string, kept: ReadonlySet<string>, since: number): boolean {
  let left = false;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) left = prune(path, kept, since) || left;
    else if (kept.has(path) || statSync(path).mtimeMs >= since) left = true;
    else rmSync(path);
  }
  if (!left) rmdirSync(folder);
  return left;
}
