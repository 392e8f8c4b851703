import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Stock } from '../generations/file-index.ts';
import { describeSite, type Manifest, nameOf, writeManifest } from '../generations/manifest.ts';
import type { Place } from '../generations/site-paths.ts';
import { copySite, type Shown } from './copy-site.ts';
import { pageCountProblem } from './page-count.ts';
import { carryHashed } from './retained-assets.ts';
import type { Begun } from './stage.ts';
import { problemsInWords, type SiteDemands, verifySite } from './verify.ts';

interface MakeOptions {
  built: string;
  /** Of what was built. */
  stock: Stock;
  digest: string;
  /** What was shown last, as far as that is remembered. */
  shown: Shown | undefined;
  /** A copy of it that was begun while it was built. */
  begun: Begun | undefined;
  demands: SiteDemands;
  /** What is live, or stands in its place. */
  old: Manifest | undefined;
  anyPageCount: boolean;
  now: Date;
  /** When the new one is made: later than all others, whatever the clock says. */
  time: Date;
}

type Made = { kind: 'made'; name: string; shown: Shown } | { kind: 'refused'; why: string };

/** Copies, verifies the copy and writes down what it is: then it is whole, but not yet live. */
export async function makeGeneration(place: Place, options: MakeOptions): Promise<Made> {
  const { built, stock, digest, demands, shown, begun, time } = options;
  const manifest = describeSite(stock.keys(), digest, demands.entries);
  if (begun) await rename(begun.folder, place.next);
  const copied = await copySite({
    ...{ built, stock, to: place.next, shown, durable: true },
    begun: begun?.copied,
  });
  manifest.carried = await carryOld(place, manifest, options);
  const verdict = await verifySite(place.next, demands, {
    ...{ built: stock, ...copied },
    sound: begun?.sound,
  });
  const problems = [
    ...(verdict.kind === 'unsound' ? verdict.problems : []),
    ...countProblems(manifest, options),
  ];
  if (problems.length > 0) return { kind: 'refused', why: problemsInWords(problems) };
  const name = nameOf(time, digest);
  await writeManifest(place.generations, name, manifest);
  const folder = join(place.generations, name);
  await rename(place.next, folder);
  return { kind: 'made', name, shown: { folder, stock: copied.stock } };
}

async function carryOld(
  { outDir, next }: Place,
  { hashed }: Manifest,
  { old, now }: MakeOptions,
): Promise<Manifest['carried']> {
  return old ? carryHashed({ from: outDir, live: old, to: next, own: hashed, now }) : {};
}

function countProblems(made: Manifest, { old, anyPageCount }: MakeOptions): string[] {
  if (!old || anyPageCount) return [];
  const problem = pageCountProblem(countsOf(made), countsOf(old));
  return problem
    ? [`${problem} (npm run build -- --publish --any-page-count lets it through, if it is right)`]
    : [];
}

function countsOf({ pages, entries }: Manifest) {
  return { pages: pages.length, entries: entries.length };
}
