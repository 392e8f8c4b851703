/** Lines of TypeScript or Astro that are neither blank nor a comment alone. */
export function codeLines(text: string): number {
  const code = text
    .replaceAll(/^[ \t]*(?:\{?\/\*[\s\S]*?\*\/\}?|<!--[\s\S]*?-->)[ \t]*$/gm, '')
    .split('\n')
    .filter((line) => !/^\s*(?:\/\/|$)/.test(line));
  return code.length;
}

/**
 * A table of lines by folder, then the sums of core, features, tools and service.
 * @param files lines of code, by path from the root of the project
 */
export function countTable(files: readonly (readonly [path: string, lines: number])[]): string {
  const folders = sums(files, folderOf);
  const parts = sums(
    files.filter(([path]) => path.startsWith('src/')),
    partOf,
  );
  const total = [...parts.values()].reduce((sum, lines) => sum + lines, 0);
  return [...folders, ['', ''] as const, ...parts, ['src, whole', total] as const]
    .map(([name, lines]) => `${name.padEnd(24)}${String(lines).padStart(8)}`.trimEnd())
    .join('\n');
}

function sums(
  files: readonly (readonly [string, number])[],
  keyOf: (path: string) => string,
): Map<string, number> {
  const byKey = new Map<string, number>();
  for (const [path, lines] of files) byKey.set(keyOf(path), (byKey.get(keyOf(path)) ?? 0) + lines);
  return byKey;
}

/** `src/sync`, `src/features/search`, `scripts`; files in `src` itself are of `src`. */
function folderOf(path: string): string {
  const folders = path.split('/').slice(0, -1);
  if (folders[0] !== 'src') return folders[0] ?? '';
  return folders.slice(0, /^(?:features|tools)$/.test(folders[1] ?? '') ? 3 : 2).join('/');
}

function partOf(path: string): string {
  const [, folder = ''] = path.split('/');
  return /^(?:features|tools|service)$/.test(folder) ? folder : 'core';
}
