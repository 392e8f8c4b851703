import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { command } from '../../lib/processes/command.ts';
import type { FileIndex } from '../generations/file-index.ts';
import {
  describeSite,
  generationName,
  type Manifest,
  writeManifest,
} from '../generations/manifest.ts';
import type { SitePaths } from '../generations/site-paths.ts';
import { type CopySource, copySite } from './copy-site.ts';
import { retainHashed } from './retained-assets.ts';
import { problemsInWords, type SiteRequirements, verifySite } from './verify.ts';

export interface MakeOptions {
  /** The built site, which stays unchanged. */
  built: string;
  /** Index of the built site. */
  index: FileIndex;
  digest: string;
  /** Index of files that are already in the new generation's folder. */
  ready: FileIndex | undefined;
  /** The site that is public now, if its files are known. */
  shown: CopySource | undefined;
  requirements: SiteRequirements;
  /** The manifest of the site that is live now. */
  old: Manifest | undefined;
  /** Skips the check whether the number of pages is plausible. */
  anyPageCount?: boolean;
  now: Date;
  /** Time of the new generation, later than that of all others. */
  time: Date;
}

type Made = { kind: 'made'; name: string; shown: CopySource } | { kind: 'refused'; why: string };

/** Copies the site, verifies the copy and writes its manifest. The generation is not live yet. */
export async function makeGeneration(paths: SitePaths, options: MakeOptions): Promise<Made> {
  const { built, index, digest, requirements, ready, shown, old, time, now } = options;
  const manifest = describeSite(index.keys(), digest, requirements.entries);
  const to = paths.next;
  const copied = await copySite({ built, index, to, ready, shown, durable: true });
  if (old) {
    const own = manifest.hashed;
    manifest.carried = await retainHashed({ from: paths.outDir, live: old, to, own, now });
  }
  const problems = await verifySite(to, requirements, { built: index, ...copied });
  const wrongCount =
    old && !options.anyPageCount && pageCountProblem(countsOf(manifest), countsOf(old));
  if (wrongCount)
    problems.push(
      `${wrongCount} (if these numbers are right, run ${command('build', '--publish', '--any-page-count')})`,
    );
  if (problems.length > 0) return { kind: 'refused', why: problemsInWords(problems) };
  const name = generationName(time, digest);
  await writeManifest(paths.generations, name, manifest);
  const folder = join(paths.generations, name);
  await rename(to, folder);
  return { kind: 'made', name, shown: { folder, index: copied.index } };
}

function countsOf({ pages, entries }: Manifest) {
  return { pages: pages.length, entries: entries.length };
}

/** Maximum plausible change in the number of pages, as a share of the pages. */
const tolerance = 0.2;
/**
 * A change by this number of pages is always accepted: a small site may gain or lose a few archive
 * pages at once.
 */
const alwaysTolerated = 20;

interface Counts {
  pages: number;
  entries: number;
}

/**
 * Says why the number of pages is implausible; undefined if it is plausible. The expected number is
 * that of the last generation, or that number adjusted to the current number of entries. It may
 * differ by 20 % or 20 pages, whichever is more.
 */
export function pageCountProblem(now: Counts, last: Counts): string | undefined {
  const likely = [
    last.pages,
    last.pages + now.entries - last.entries,
    last.entries === 0 ? last.pages : (last.pages * now.entries) / last.entries,
  ];
  const [least, most] = [Math.min(...likely), Math.max(...likely)];
  const low = Math.min(least * (1 - tolerance), least - alwaysTolerated);
  const high = Math.max(most * (1 + tolerance), most + alwaysTolerated);
  if (now.pages >= low && now.pages <= high) return undefined;
  return `it has ${now.pages} pages and ${now.entries} entries, but the live site has ${last.pages} pages and ${last.entries} entries`;
}
