import { assetFolder } from '../../store/layout.ts';
import type { FileChange } from '../../store/write/stage.ts';

/** A file that is to stand there; its text is made anew each time it is asked for. */
export interface WantedFile {
  /** Relative to the content folder. */
  path: string;
  text: () => string;
  /** Of the text. */
  digest: string;
}

/**
 * What has to happen to the files for the wanted ones to stand there and no others.
 * @param current digests of the texts that stand there, by path
 */
export function planFiles(
  current: ReadonlyMap<string, string>,
  wanted: readonly WantedFile[],
): FileChange[] {
  const writes = wanted
    .filter(({ path, digest }) => current.get(path) !== digest)
    .map(({ path, text }) => ({ kind: 'write' as const, path, text }));
  const paths = new Set(wanted.map(({ path }) => path));
  const removals = [...current.keys()]
    .filter((path) => !paths.has(path))
    .map((path) => ({ kind: 'remove' as const, path }));
  return [...writes, ...removals];
}

export interface AssetPlan {
  /** Names of what stands there. */
  current: ReadonlySet<string>;
  /** Of these: what is as a mirror wrote it. */
  intact: Pick<ReadonlySet<string>, 'has'>;
  /** Of these: what a mirror wrote at all. */
  own: ReadonlySet<string>;
  /** Names that an entry refers to. */
  used: ReadonlySet<string>;
  /** Where each new file waits, by name. */
  mirrored: ReadonlyMap<string, string>;
}

/** What has to happen to mirrored files, which are called by their bytes. */
export function planAssets({ current, intact, own, used, mirrored }: AssetPlan): FileChange[] {
  const pathOf = (name: string) => `${assetFolder}/${name}`;
  const writes = [...mirrored]
    .filter(([name]) => used.has(name) && !intact.has(name))
    .map(([name, from]) => ({ kind: 'write' as const, path: pathOf(name), from }));
  const removals = [...current]
    .filter((name) => own.has(name) && !used.has(name))
    .map((name) => ({ kind: 'remove' as const, path: pathOf(name) }));
  return [...writes, ...removals];
}
