import { readFile } from 'node:fs/promises';
import { inspect } from 'node:util';
import { writeFileAtomically } from '../../lib/files/atomic-file.ts';
import type { IndexedFile } from '../../publish/generations/file-index.ts';
import type { ListingIndex } from '../../store/read/listings.ts';
import type { Asked, Told } from '../output/messages.ts';
import { putFile } from '../output/put-file.ts';
import type { Task } from '../render/task.ts';

// Plans a site with a renderer, tells the plan, then renders and writes what it is asked for.

const { RENDERER = '', OUT_DIR = '', LISTINGS = '' } = process.env;

interface RendererModule {
  plan(known: ListingIndex): Promise<{ tasks: Task[]; index: ListingIndex }>;
}

try {
  const { plan } = (await import(RENDERER)) as RendererModule;
  const { tasks, index } = await plan(await knownListings());
  tell({ kind: 'planned', tasks: tasks.map(({ path, key = null }) => [path, key]) });
  process.on('message', (asked: Asked) => {
    void answer(asked, tasks, index).catch(giveUp);
  });
} catch (error) {
  giveUp(error);
}

async function answer(asked: Asked, tasks: Task[], index: ListingIndex): Promise<void> {
  if (asked.kind === 'end') {
    if (asked.keep) await writeFileAtomically(LISTINGS, JSON.stringify([...index]));
    process.disconnect();
    return;
  }
  const files: (IndexedFile | undefined)[] = [];
  for (const [number, known] of asked.tasks) {
    const task = tasks[number];
    if (!task) throw new Error(`there is no task ${number}`);
    files.push(putFile(OUT_DIR, task.path, await task.run(), known));
  }
  tell({ kind: 'written', files });
}

/** Of the code that wrote it: it lies in the folder of the renderer. */
async function knownListings(): Promise<ListingIndex> {
  try {
    return new Map(JSON.parse(await readFile(LISTINGS, 'utf8')));
  } catch {
    return new Map();
  }
}

function tell(told: Told): void {
  process.send?.(told);
}

function giveUp(error: unknown): void {
  console.error(inspect(error));
  process.exit(1);
}
