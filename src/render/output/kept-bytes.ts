import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { digest } from '../../lib/digest.ts';
import { writeFileAtomically } from '../../lib/files/atomic-file.ts';
import { tryLock } from '../../lib/files/lock.ts';
import { namesIn } from '../../lib/files/missing.ts';
import type { Task } from '../routes/task.ts';

/**
 * What a task gives, rendered only where it is not kept with the renderer.
 * @param kept a folder that belongs to the renderer: of each task the last is kept
 */
export async function bytesOfRenderer(task: Task, key: string, kept: string): Promise<Uint8Array> {
  const name = digest(task.path, 8);
  const file = join(kept, `${name}-${digest(key, 32)}`);
  const known = await readFile(file).catch(() => undefined);
  if (known) return known;
  const bytes = await task.run();
  // Others build with the same renderer. Who has no turn does without.
  using lock = tryLock(`${kept}.lock`);
  if (!lock) return bytes;
  // The one before is of another time: only the last is kept.
  for (const other of await namesIn(kept))
    if (other.startsWith(name)) await rm(join(kept, other), { force: true });
  await writeFileAtomically(file, bytes);
  return bytes;
}
