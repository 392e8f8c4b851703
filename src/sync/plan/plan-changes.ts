import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { usedAssets } from '../../model/content/used-assets.ts';
import { assetSizes, isMirrored } from '../../store/assets.ts';
import { assetFolder, type LogName, logs, tableFiles } from '../../store/layout.ts';
import type { FileChange } from '../../store/write/stage.ts';
import { findIntact, type TrustedContent } from '../read/current/trust-content.ts';
import type { Session } from '../session.ts';
import {
  type DesiredContent,
  type DesiredFile,
  listEntries,
  renderFiles,
} from './desired-content.ts';

export interface Plan {
  changes: FileChange[];
  /** Names of files that entries use, but that are missing or were edited. */
  lostAssets: string[];
}

/**
 * Prefix of the name under which a damaged log is copied. The rest of the name is a digest of the
 * log's text.
 */
export function damagedLogPrefix(name: LogName): string {
  return tableFiles[name].replace('.json', '.damaged-');
}

/**
 * Plans the changes that turn the content folder into the desired content. Only files that sync
 * wrote are removed.
 * @throws the error of a damaged file that sync may not have written
 */
export async function planChanges(session: Session, desired: DesiredContent): Promise<Plan> {
  const { contentDir, before, mirror, ids } = session;
  const used = usedAssets(listEntries(desired));
  // A sync by id looks only at the files that its releases use, and keeps all others.
  const intact = ids ? findIntact(await assetSizes(contentDir, used), before.state) : before.intact;
  const own = await findOwnUnused(contentDir, before, used);
  const sizes = await readSizes(used, intact, mirror.files);
  const others = Object.entries((ids && before.state?.assets) ?? {});
  const assets = new Map([...others, ...sizes]);
  const files = renderFiles(desired, assets, before.state?.files);
  const paths = new Set(files.map(({ path }) => path));
  // A damaged file that will be overwritten is no problem. Any other damaged file may belong to
  // someone else.
  for (const [path, why] of before.unclaimed) if (!paths.has(path)) throw why;
  return {
    changes: [
      ...logs.flatMap((name) => setLogAside(name, contentDir, before)),
      ...planAssets({ current: before.assets, intact, own, used, mirrored: mirror.files }),
      ...planFiles(before.files, files),
    ],
    lostAssets: [...used].filter((name) => !sizes.has(name)),
  };
}

/** Copies a damaged log for repair by hand, because the API cannot provide the log again. */
function setLogAside(
  name: LogName,
  contentDir: string,
  { lostLogs, files }: TrustedContent,
): FileChange[] {
  const digest = files.get(tableFiles[name]);
  if (lostLogs[name] !== 'damaged' || !digest) return [];
  const from = join(contentDir, tableFiles[name]);
  return [{ kind: 'write', path: `${damagedLogPrefix(name)}${digest.slice(0, 8)}.json`, from }];
}

async function readSizes(
  names: Iterable<string>,
  intact: TrustedContent['intact'],
  mirrored: ReadonlyMap<string, string>,
): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  for (const name of names) {
    const source = mirrored.get(name);
    const size = intact.get(name) ?? (source && (await stat(source)).size);
    if (size) sizes.set(name, size);
  }
  return sizes;
}

/** Mirrored files that no entry uses. The state or a file's bytes show that a sync wrote it. */
async function findOwnUnused(
  contentDir: string,
  { assets, state }: TrustedContent,
  used: ReadonlySet<string>,
): Promise<Set<string>> {
  const own = new Set<string>();
  for (const name of [...assets].filter((name) => !used.has(name)))
    if (Object.hasOwn(state?.assets ?? {}, name) || (await isMirrored(contentDir, name)))
      own.add(name);
  return own;
}

/**
 * Plans to write new and changed files, and to remove files that are no longer desired.
 * @param current digests of the existing files, by path
 */
export function planFiles(
  current: ReadonlyMap<string, string>,
  desired: readonly DesiredFile[],
): FileChange[] {
  const writes = desired
    .filter(({ path, digest }) => current.get(path) !== digest)
    .map(({ path, text }) => ({ kind: 'write' as const, path, text }));
  const paths = new Set(desired.map(({ path }) => path));
  const removals = [...current.keys()]
    .filter((path) => !paths.has(path))
    .map((path) => ({ kind: 'remove' as const, path }));
  return [...writes, ...removals];
}

export interface AssetPlan {
  /** Names of the existing files. */
  current: ReadonlySet<string>;
  /** Existing files that still have the size with which sync wrote them. */
  intact: Pick<ReadonlySet<string>, 'has'>;
  /** Existing files that sync wrote. */
  own: ReadonlySet<string>;
  /** Names of the files that an entry refers to. */
  used: ReadonlySet<string>;
  /** Temporary path of each new file, by name. */
  mirrored: ReadonlyMap<string, string>;
}

/**
 * Plans changes to mirrored files. Existing files are never rewritten, because a file's name is the
 * digest of its bytes.
 */
export function planAssets({ current, intact, own, used, mirrored }: AssetPlan): FileChange[] {
  const makePath = (name: string) => `${assetFolder}/${name}`;
  const writes = [...mirrored]
    .filter(([name]) => used.has(name) && !intact.has(name))
    .map(([name, from]) => ({ kind: 'write' as const, path: makePath(name), from }));
  const removals = [...current]
    .filter((name) => own.has(name) && !used.has(name))
    .map((name) => ({ kind: 'remove' as const, path: makePath(name) }));
  return [...writes, ...removals];
}
