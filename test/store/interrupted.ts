import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { toJsonText } from '../../src/lib/json.ts';

/**
 * A content folder as a killed run leaves it: it was to rewrite a.json, add sub/c.json and remove
 * b.json. `moved` names what it had already put in its place.
 */
export async function interrupted(
  folder: string,
  { journal, moved }: { journal: boolean; moved: string[] },
): Promise<void> {
  const work = [
    { path: 'a.json', staged: '0' },
    { path: 'sub/c.json', staged: '1' },
    { path: 'b.json', staged: null },
  ];
  await mkdir(join(folder, '.staging'), { recursive: true });
  await writeFile(join(folder, 'a.json'), 'old a');
  await writeFile(join(folder, 'b.json'), 'old b');
  await writeFile(join(folder, '.staging', '0'), 'new a');
  await writeFile(join(folder, '.staging', '1'), 'new c');
  if (journal) await writeFile(join(folder, '.journal.json'), toJsonText(work));
  for (const { path, staged } of work) {
    if (!staged || !moved.includes(path)) continue;
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await rename(join(folder, '.staging', staged), join(folder, path));
  }
}
