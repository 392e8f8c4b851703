import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createSiteServer } from '../../src/publish/serve/site-server.ts';

/** Readers who load pages and their style sheets in a loop, until disposed. */
export interface Reading extends AsyncDisposable {
  readonly reads: number;
  /** Pages and style sheets that were missing, incomplete or of different versions. */
  readonly troubles: string[];
}

/**
 * Reads a published site both through `npm run serve`'s server and directly from the disk, as
 * another web server would.
 */
export function startReading(outDir: string): Reading {
  const app = createSiteServer({ folder: outDir });
  const served = async (path: string) => {
    const answer = await app.request(`http://site.example/${path}`);
    if (answer.status !== 200) throw new Error(`status ${answer.status}`);
    return answer.text();
  };
  const onDisk = (path: string) =>
    readFile(join(outDir, path.endsWith('/') || path === '' ? `${path}index.html` : path), 'utf8');

  const troubles: string[] = [];
  let reads = 0;
  let stopped = false;
  const read = async (get: (path: string) => Promise<string>) => {
    while (!stopped) {
      for (const path of ['', 'releases/one/'])
        await readPage(get, path).catch((error) => troubles.push(`/${path}: ${error.message}`));
      reads += 1;
    }
  };
  const readers = [read(served), read(onDisk)];
  return {
    get reads() {
      return reads;
    },
    troubles,
    [Symbol.asyncDispose]: async () => {
      stopped = true;
      await Promise.all(readers);
    },
  };
}

/** @throws if the page and its style sheet are not of the same version */
async function readPage(get: (path: string) => Promise<string>, path: string): Promise<void> {
  const page = await get(path);
  const [, name, heading] = page.match(/^<html>.*page\.(\w+)\.css.*<h1>(.*)<\/h1><\/html>$/) ?? [];
  if (!name || name !== heading) throw new Error(`not a whole page: ${page}`);
  const sheet = await get(`_astro/page.${name}.css`);
  if (sheet !== `/* ${name} */`) throw new Error(`${name} came with ${sheet}`);
}
