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
import { pageCountProblem } from './page-count.ts';
import { retainHashed } from './retained-assets.ts';
import { problemsInWords, type SiteRequirements, verifySite } from './verify.ts';

interface MakeOptions {
  built: string;
  /** Of what was built. */
  index: FileIndex;
  digest: string;
  /** Of what stands in the next generation's place already, some of it as it is to be. */
  ready: FileIndex | undefined;
  /** What was shown last, as far as that is remembered. */
  shown: CopySource | undefined;
  requirements: SiteRequirements;
  /** What is live, or stands in its paths. */
  old: Manifest | undefined;
  anyPageCount: boolean;
  now: Date;
  /** When the new one is made: later than all others, whatever the clock says. */
  time: Date;
}

type Made = { kind: 'made'; name: string; shown: CopySource } | { kind: 'refused'; why: string };

/** Copies, verifies the copy and writes down what it is: then it is whole, but not yet live. */
export async function makeGeneration(paths: SitePaths, options: MakeOptions): Promise<Made> {
  const { built, index, digest, requirements, ready, shown, time } = options;
  const manifest = describeSite(index.keys(), digest, requirements.entries);
  const copied = await copySite({
    built,
    index,
    to: paths.next,
    ready,
    shown,
    durable: true,
  });
  manifest.carried = await carryOld(paths, manifest, options);
  const verified = await verifySite(paths.next, requirements, { built: index, ...copied });
  const problems = [
    ...(verified.kind === 'invalid' ? verified.problems : []),
    ...countProblems(manifest, options),
  ];
  if (problems.length > 0) return { kind: 'refused', why: problemsInWords(problems) };
  const name = generationName(time, digest);
  await writeManifest(paths.generations, name, manifest);
  const folder = join(paths.generations, name);
  await rename(paths.next, folder);
  return { kind: 'made', name, shown: { folder, index: copied.index } };
}

async function carryOld(
  { outDir, next }: SitePaths,
  { hashed }: Manifest,
  { old, now }: MakeOptions,
): Promise<Manifest['carried']> {
  return old ? retainHashed({ from: outDir, live: old, to: next, own: hashed, now }) : {};
}

function countProblems(made: Manifest, { old, anyPageCount }: MakeOptions): string[] {
  if (!old || anyPageCount) return [];
  const problem = pageCountProblem(countsOf(made), countsOf(old));
  return problem
    ? [
        `${problem} (${command('build', '--publish', '--any-page-count')} lets it through, if it is right)`,
      ]
    : [];
}

function countsOf({ pages, entries }: Manifest) {
  return { pages: pages.length, entries: entries.length };
}
