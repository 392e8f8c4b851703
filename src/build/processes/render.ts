import { readFile } from 'node:fs/promises';
import { inspect } from 'node:util';
import { writeFileAtomically } from '../../lib/files/atomic-file.ts';
import type { ListingIndex } from '../../store/read/listings.ts';
import type { Asked, Told } from '../output/messages.ts';
import { planOf, type RendererModule, runTasks } from '../output/run-tasks.ts';
import type { Task } from '../render/task.ts';

// Plans a site with a renderer, tells the plan, then renders and writes what it is asked for.

const { RENDERER = '', OUT_DIR = '', LISTINGS = '' } = process.env;

try {
  const { plan } = (await import(RENDERER)) as RendererModule;
  const { tasks, index } = await plan(await knownListings());
  tell({ kind: 'planned', tasks: planOf(tasks) });
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
  tell({ kind: 'written', files: await runTasks(OUT_DIR, tasks, asked.tasks) });
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
