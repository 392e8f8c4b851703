import { digest } from '../lib/digest.ts';
import type { FileChange } from '../store/apply.ts';

/** A file that is to stand there; its text is made anew each time it is asked for. */
export interface WantedFile {
  /** Relative to the content folder. */
  path: string;
  text: () => string;
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
    .filter(({ path, text }) => current.get(path) !== digest(text()))
    .map(({ path, text }) => ({ kind: 'write' as const, path, text }));
  const paths = new Set(wanted.map(({ path }) => path));
  const removals = [...current.keys()]
    .filter((path) => !paths.has(path))
    .map((path) => ({ kind: 'remove' as const, path }));
  return [...writes, ...removals];
}

/**
 * The same for mirrored files, whose names are digests of their bytes: what has the name has the bytes.
 * @param used names that an entry refers to
 * @param mirrored where each new file waits, by name
 */
export function planAssets(
  current: ReadonlySet<string>,
  used: ReadonlySet<string>,
  mirrored: ReadonlyMap<string, string>,
  folder: string,
): FileChange[] {
  const writes = [...mirrored]
    .filter(([name]) => used.has(name) && !current.has(name))
    .map(([name, from]) => ({ kind: 'write' as const, path: `${folder}/${name}`, from }));
  const removals = [...current]
    .filter((name) => !used.has(name))
    .map((name) => ({ kind: 'remove' as const, path: `${folder}/${name}` }));
  return [...writes, ...removals];
}
