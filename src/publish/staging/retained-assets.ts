import { toIsoUtc } from '../../lib/time/clock.ts';
import type { Manifest } from '../generations/manifest.ts';
import { copyFiles } from './copy-files.ts';

/** How long a style sheet or script stays reachable after the last generation that used it. */
const reachableMs = 24 * 60 * 60 * 1000;

export interface RetainOptions {
  /** The site that is live now: where it lies, and what is known of it. */
  from: string;
  live: Manifest;
  /** The one that takes its place. */
  to: string;
  /** Files of its own, which need no carrying. */
  own: readonly string[];
  now: Date;
}

/** Copies the hashed files that pages in readers' hands may still ask for. Gives its `carried`. */
export async function retainHashed(options: RetainOptions): Promise<Manifest['carried']> {
  const { from, to, live, own, now } = options;
  const wanted = carriedFrom(live, new Set(own), now);
  const copied = await copyFiles(from, to, Object.keys(wanted));
  return Object.fromEntries(copied.flatMap((path) => (wanted[path] ? [[path, wanted[path]]] : [])));
}

/** Hashed files of the live site and of those before it, each with the time until which it stays. */
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
