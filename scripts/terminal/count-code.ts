/** Number of lines that contain code. Blank lines and lines with only a comment do not count. */
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
  const parts = files.filter(([path]) => path.startsWith('src/'));
  const sums = [...sum(files, folderOf), ['', ''], ...sum(parts, partOf)];
  return [...sums, ...sum(parts, () => 'src, whole')]
    .map(([name = '', lines]) => `${name.padEnd(24)}${String(lines).padStart(8)}`.trimEnd())
    .join('\n');
}

function sum(
  files: readonly (readonly [string, number])[],
  keyOf: (path: string) => string,
): [string, string][] {
  const byKey = Map.groupBy(files, ([path]) => keyOf(path));
  return [...byKey].map(([key, ofKey]) => [key, `${ofKey.reduce((all, [, one]) => all + one, 0)}`]);
}

/**
 * The folder that a file is counted under, such as `src/sync`, `src/features/search` or `scripts`.
 * Files directly in `src` are counted under `src`.
 */
function folderOf(path: string): string {
  const folders = path.split('/').slice(0, -1);
  if (folders[0] !== 'src') return folders[0] ?? '';
  return folders.slice(0, /^(?:features|tools)$/.test(folders[1] ?? '') ? 3 : 2).join('/');
}

function partOf(path: string): string {
  const [, folder = ''] = path.split('/');
  return /^(?:features|tools|service)$/.test(folder) ? folder : 'core';
}
