import { setTimeout as delay } from 'node:timers/promises';

/** Loads pages in a loop while the site changes. */
export interface LiveReading extends AsyncDisposable {
  readonly reads: number;
  /** What went wrong: missing files, pages that broke off, and content older than seen before. */
  readonly troubles: string[];
}

/** The number of live releases. They are published in order, beginning with `r-0`. */
type Seen = { releases: number };

/**
 * Until disposed, reloads the home page, the newest release and their assets. Reports a missing
 * file, a page that breaks off, a mix of two generations, and content older than seen before.
 * @param site its address, with a trailing slash
 */
export function startLiveReading(site: string): LiveReading {
  const troubles: string[] = [];
  let reads = 0;
  let stopped = false;
  const seen: Seen = { releases: 0 };
  const running = (async () => {
    while (!stopped) {
      await readOnce(site, seen).catch((error) => troubles.push(error.message));
      reads += 1;
      // Leaves CPU time to the server, which may share a core with this test.
      await delay(5);
    }
  })();
  return {
    get reads() {
      return reads;
    },
    troubles,
    [Symbol.asyncDispose]: async () => {
      stopped = true;
      await running;
    },
  };
}

async function readOnce(site: string, seen: Seen): Promise<void> {
  const home = await readPage(site, '');
  const listed = [...home.matchAll(/<h2[^>]*>\s*<a[^>]* href="\/releases\/r-(\d+)\/"/g)];
  const numbers = listed.map(([, number]) => Number(number));
  const releases = (numbers[0] ?? -1) + 1;
  const onHome = releases - 20 * Math.max(0, Math.floor(releases / 20) - 1);
  const expected = Array.from({ length: onHome }, (_, n) => releases - 1 - n);
  // Releases go live in order, so no generation has a home page that lists others.
  if (releases === 0 || `${numbers}` !== `${expected}`) throw new Error(`home lists ${numbers}`);
  if (releases < seen.releases)
    throw new Error(`home went back from ${seen.releases} releases to ${releases}`);
  seen.releases = releases;
  const newest = `r-${releases - 1}`;
  const page = await readPage(site, `releases/${newest}/`);
  if (!page.includes(`Body of ${newest}`)) throw new Error(`${newest} shows another release`);
}

/** Loads a page with its style sheets and scripts, and checks that it did not break off. */
async function readPage(site: string, path: string): Promise<string> {
  const html = await get(site, path);
  if (!html.trimEnd().endsWith('</html>')) throw new Error(`/${path} broke off`);
  const assets = html.matchAll(/(?:href|src)="\/(_astro\/[^"]+|[\w-]+\.css)"/g);
  for (const [, asset = ''] of assets) await get(site, asset);
  return html;
}

async function get(site: string, path: string): Promise<string> {
  const response = await fetch(site + path);
  const text = await response.text();
  if (response.status !== 200) throw new Error(`/${path}: status ${response.status}`);
  return text;
}
