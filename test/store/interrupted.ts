import { existsSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { toJsonText } from '../../src/lib/json.ts';
import { workspaceEntry } from '../support/entries.ts';

/** A `workspace.json` by which a sync recognises a folder as its own. */
export const ownWorkspace = toJsonText(workspaceEntry);

/**
 * A content folder as a killed run leaves it: the run was to rewrite projects.json, add
 * releases/c.json and remove labels.json. `moved` names the files that it had already moved into
 * place.
 */
export async function interrupted(
  folder: string,
  { journal, moved }: { journal: boolean; moved: string[] },
): Promise<void> {
  const work = [
    { path: 'projects.json', staged: '0' },
    { path: 'releases/c.json', staged: '1' },
    { path: 'labels.json', staged: null },
  ];
  await mkdir(join(folder, '.staging'), { recursive: true });
  const workspace = join(folder, 'workspace.json');
  if (!existsSync(workspace)) await writeFile(workspace, ownWorkspace);
  await writeFile(join(folder, 'projects.json'), 'old a');
  await writeFile(join(folder, 'labels.json'), 'old b');
  await writeFile(join(folder, '.staging', '0'), 'new a');
  await writeFile(join(folder, '.staging', '1'), 'new c');
  if (journal) await writeFile(join(folder, '.journal.json'), toJsonText(work));
  for (const { path, staged } of work) {
    if (!staged || !moved.includes(path)) continue;
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await rename(join(folder, '.staging', staged), join(folder, path));
  }
}
