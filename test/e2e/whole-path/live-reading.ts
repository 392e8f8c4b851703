import { setTimeout as delay } from 'node:timers/promises';

/** A reader who goes on reading while the site changes. */
export interface LiveReading extends AsyncDisposable {
  readonly reads: number;
  /** Everything that was not as it has to be. */
  readonly troubles: string[];
}

/** How many releases are live of those that were published one after the other, from `r-0` on. */
type Seen = { releases: number };

/**
 * Reads the site again and again until disposed: home, the newest release on it, and all that they
 * ask for. Nothing may be missing, broken off, from two generations, or older than what was seen
 * before.
 * @param site with a slash at its end
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
      // What it reads from has a core to share with it.
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
  // They go live in this order: home that lists others is of no generation.
  if (releases === 0 || `${numbers}` !== `${expected}`) throw new Error(`home lists ${numbers}`);
  if (releases < seen.releases)
    throw new Error(`home went back from ${seen.releases} releases to ${releases}`);
  seen.releases = releases;
  const newest = `r-${releases - 1}`;
  const page = await readPage(site, `releases/${newest}/`);
  if (!page.includes(`Body of ${newest}`)) throw new Error(`${newest} shows another release`);
}

/** A page that came in whole, with the style sheets and scripts that belong to it. */
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
