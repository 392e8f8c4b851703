import { toIsoUtc } from '../../lib/time/clock.ts';
import type { Manifest } from '../generations/manifest.ts';
import { copyFiles } from './copy-files.ts';

/**
 * How long a style sheet or script stays available after the last generation that used it, in
 * milliseconds.
 */
const reachableMs = 24 * 60 * 60 * 1000;

interface RetainOptions {
  /** The folder of the live site. `live` is its manifest. */
  from: string;
  live: Manifest;
  to: string;
  /** Files of the new site that have a hash in their name. */
  own: readonly string[];
  now: Date;
}

/**
 * Copies style sheets, scripts and fonts that already opened pages may still request. Returns
 * `carried` for the new manifest.
 */
export async function retainHashed(options: RetainOptions): Promise<Manifest['carried']> {
  const { from, to, live, now } = options;
  const own = new Set(options.own);
  const present = toIsoUtc(now);
  const until = toIsoUtc(new Date(now.getTime() + reachableMs));
  // Each file has the time until which it stays available.
  const candidates = [
    ...Object.entries(live.carried).filter(([, end]) => end > present),
    ...live.hashed.map((path) => [path, until] as const),
  ];
  const retained = Object.fromEntries(candidates.filter(([path]) => !own.has(path)));
  const copied = await copyFiles(from, to, Object.keys(retained));
  return Object.fromEntries(
    copied.flatMap((path) => (retained[path] ? [[path, retained[path]]] : [])),
  );
}
