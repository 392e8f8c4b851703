import { toIsoUtc } from '../../lib/time/clock.ts';
import type { Manifest } from '../generations/manifest.ts';
import { copyFiles } from './copy-files.ts';

/**
 * How long a style sheet or script stays available after the last generation that used it, in
 * milliseconds.
 */
const reachableMs = 24 * 60 * 60 * 1000;

export interface RetainOptions {
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
  const { from, to, live, own, now } = options;
  const retained = carriedFrom(live, new Set(own), now);
  const copied = await copyFiles(from, to, Object.keys(retained));
  return Object.fromEntries(
    copied.flatMap((path) => (retained[path] ? [[path, retained[path]]] : [])),
  );
}

/**
 * Files of the live and earlier generations that have a hash in their name, each with the time
 * until which it stays available.
 */
function carriedFrom(
  { carried, hashed }: Manifest,
  own: ReadonlySet<string>,
  now: Date,
): Manifest['carried'] {
  const present = toIsoUtc(now);
  const until = toIsoUtc(new Date(now.getTime() + reachableMs));
  const candidates = [
    ...Object.entries(carried).filter(([, end]) => end > present),
    ...hashed.map((path) => [path, until] as const),
  ];
  return Object.fromEntries(candidates.filter(([path]) => !own.has(path)));
}
