import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { toJsonText } from '../../src/lib/json.ts';
import { journalFile, stagingFolder } from '../../src/store/layout.ts';
import { filesIn } from '../support/files-in.ts';

/**
 * Leaves a content folder as if a sync was killed while it applied its plan.
 * @param wanted the files that the complete sync would have written
 * @param hasJournal whether it was killed after writing its journal, so that the next sync finishes
 * its work
 */
export async function leaveUnfinished(
  folder: string,
  wanted: Record<string, string>,
  hasJournal: boolean,
  below: (count: number) => number,
): Promise<void> {
  const staging = stagingFolder(folder);
  await mkdir(folder, { recursive: true });
  const there = await filesIn(folder);
  const written = Object.keys(wanted).filter((path) => there[path] !== wanted[path]);
  const removed = Object.keys(there).filter((path) => !(path in wanted));
  if (written.length + removed.length === 0) return;
  await mkdir(staging, { recursive: true });
  for (const [n, path] of written.entries())
    await writeFile(join(staging, `${n}`), wanted[path] ?? '', 'latin1');
  if (!hasJournal) return;
  const moves = [
    ...written.map((path, n) => ({ path, staged: `${n}` })),
    ...removed.map((path) => ({ path, staged: null })),
  ];
  await writeFile(journalFile(folder), toJsonText(moves));
  for (const [n, path] of written.slice(0, below(written.length + 1)).entries()) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await rename(join(staging, `${n}`), join(folder, path));
  }
}
