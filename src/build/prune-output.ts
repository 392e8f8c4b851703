import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { z } from 'zod';
import { removeFile } from '../lib/files/remove-file.ts';
import { statsIn } from '../publish/generations/file-index.ts';

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
      'astro:build:done': ({ assets, dir }) => {
        const folder = fileURLToPath(dir);
        const files = [...assets.values()]
          .flat()
          .map((url) => relative(folder, fileURLToPath(url)).split(sep).join('/'));
        writeFileSync(list, JSON.stringify({ since, files } satisfies Routed));
      },
    },
  };
}

/**
 * Removes from a kept output what no build gives any more: pages of entries that are gone, old
 * style sheets and scripts. Gives the paths of the rest.
 * @param cacheDir where the list lies @param others paths of files that Astro knows nothing of
 */
export async function pruneOutput(
  folder: string,
  cacheDir: string,
  others: Iterable<string>,
): Promise<string[]> {
  const { since, files } = Routed.parse(JSON.parse(readFileSync(join(cacheDir, listName), 'utf8')));
  const wanted = new Set([...files, ...others]);
  const left: string[] = [];
  for (const [path, { mtimeMs }] of await statsIn(folder))
    if (wanted.has(path) || mtimeMs >= since) left.push(path);
    else removeFile(folder, path);
  return left;
}

const listName = 'routed.json';

const Routed = z.object({
  /** What was written from then on is of this build, in milliseconds since 1970. */
  since: z.number(),
  /** Paths of what pages were written to, or would have been, had they changed. */
  files: z.array(z.string()),
});
type Routed = z.infer<typeof Routed>;
