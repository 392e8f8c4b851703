import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isMirrored } from '../../store/assets.ts';
import { type LogName, logs, tableFiles } from '../../store/layout.ts';
import type { FileChange } from '../../store/write/stage.ts';
import { planAssets, planFiles } from './plan.ts';
import type { Trusted } from './trusted.ts';
import { allEntries, usedAssets, type Wanted, wantedFiles } from './wanted.ts';

/** The name of a damaged log once it is set aside, up to the digest of its text. */
export function asideStart(name: LogName): string {
  return tableFiles[name].replace('.json', '.damaged-');
}

/**
 * What has to happen to a content folder for all that is wanted to stand there, and nothing else
 * of what sync ever wrote.
 * @param before the folder as it stands
 * @param mirrored where each new picture or file waits, by name
 * @throws what is wrong with a file that may be anybody's
 */
export async function planChanges(
  contentDir: string,
  before: Trusted,
  wanted: Wanted,
  mirrored: ReadonlyMap<string, string>,
): Promise<FileChange[]> {
  const { assets: current, intact } = before;
  const used = usedAssets(allEntries(wanted));
  const sizes = await sizesOf(used, intact, mirrored);
  const own = await ownAmong(contentDir, before, used);
  const files = wantedFiles(wanted, sizes);
  const paths = new Set(files.map(({ path }) => path));
  // What is to stand there can be put in its place; anything else may be anybody's.
  for (const [path, why] of before.unclaimed) if (!paths.has(path)) throw why;
  return [
    ...logs.flatMap((name) => setLogAside(name, contentDir, before)),
    ...planAssets({ current, intact, own, used, mirrored }),
    ...planFiles(before.files, files),
  ];
}

/** A log that cannot be read is the only one there is: it is kept, for a person to mend it. */
function setLogAside(
  name: LogName,
  contentDir: string,
  { lostLogs, files }: Trusted,
): FileChange[] {
  const digest = files.get(tableFiles[name]);
  if (lostLogs[name] !== 'damaged' || !digest) return [];
  const from = join(contentDir, tableFiles[name]);
  return [{ kind: 'write', path: `${asideStart(name)}${digest.slice(0, 8)}.json`, from }];
}

async function sizesOf(
  names: Iterable<string>,
  intact: Trusted['intact'],
  mirrored: ReadonlyMap<string, string>,
): Promise<Record<string, number>> {
  const sizes: [string, number][] = [];
  for (const name of [...names].sort()) {
    const waiting = mirrored.get(name);
    const size = intact.get(name) ?? (waiting && (await stat(waiting)).size);
    if (size) sizes.push([name, size]);
  }
  return Object.fromEntries(sizes);
}

/** Those of the files beside the used ones that a mirror wrote: as it remembers, or by their bytes. */
async function ownAmong(
  contentDir: string,
  { assets, state }: Trusted,
  used: ReadonlySet<string>,
): Promise<Set<string>> {
  const own = new Set<string>();
  for (const name of [...assets].filter((name) => !used.has(name)))
    if (Object.hasOwn(state?.assets ?? {}, name) || (await isMirrored(contentDir, name)))
      own.add(name);
  return own;
}
