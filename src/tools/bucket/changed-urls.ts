import { readFile } from 'node:fs/promises';
import { writeFileAtomically } from '../../lib/files/atomic-file.ts';
import { ifMissing } from '../../lib/files/missing.ts';
import type { MirrorPlan } from './mirror/plan.ts';
import { isHashed } from './mirror/stages.ts';
import { readersAddress } from './mirror/wanted.ts';

/**
 * Adds to a file the addresses of what will change, one a line, those first that will be gone: caches
 * in front of a bucket are to be told of them. What stands there was not told of yet, and stays.
 * @param root the site's address, with its path
 */
export async function addChangedUrls(file: string, plan: MirrorPlan, root: string): Promise<void> {
  const urlsOf = (keys: readonly string[]) =>
    keys.filter((key) => !isHashed(key)).map((key) => `${root}${encoded(readersAddress(key))}`);
  const gone = urlsOf(plan.deletions.flat());
  const changed = urlsOf(plan.uploads.flat().map(({ key }) => key));
  const before = (await readFile(file, 'utf8').catch(ifMissing))?.split('\n') ?? [];
  const all = new Set([...gone, ...before, ...changed].filter(Boolean));
  await writeFileAtomically(file, [...all].map((url) => `${url}\n`).join(''));
}

/** Without what ends a word in a shell, or in `xargs`. */
function encoded(path: string): string {
  return encodeURI(path).replaceAll("'", '%27');
}
