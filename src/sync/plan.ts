import type { FileChange } from '../store/apply.ts';

/**
 * What has to happen to the files for the wanted ones to stand there and no others.
 * @param current texts by path, relative to the content folder
 */
export function planFiles(
  current: ReadonlyMap<string, string>,
  wanted: ReadonlyMap<string, string>,
): FileChange[] {
  const writes = [...wanted]
    .filter(([path, data]) => current.get(path) !== data)
    .map(([path, data]) => ({ kind: 'write' as const, path, data }));
  const removals = [...current.keys()]
    .filter((path) => !wanted.has(path))
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
