import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** What every built site has, relative to its folder. */
const keyFiles = ['index.html', '404.html', 'roadmap/index.html', 'rss.xml', 'sitemap-index.xml'];

export type Verdict = { kind: 'sound'; files: number } | { kind: 'unsound'; problems: string[] };

/** Whether a built site may go live: key pages are there, no file is empty, the feed is whole. */
export async function verifySite(folder: string): Promise<Verdict> {
  const names = await filesIn(folder);
  const there = new Set(names);
  const problems = keyFiles.filter((name) => !there.has(name)).map((name) => `${name} is missing`);
  for (const name of names) {
    const { size } = await stat(join(folder, name));
    if (size === 0 && name !== 'colours.css') problems.push(`${name} is empty`);
  }
  if (there.has('rss.xml') && !(await readFile(join(folder, 'rss.xml'), 'utf8')).includes('</rss>'))
    problems.push('rss.xml is cut off');
  return problems.length === 0
    ? { kind: 'sound', files: names.length }
    : { kind: 'unsound', problems };
}

async function filesIn(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
