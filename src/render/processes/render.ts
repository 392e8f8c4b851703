import { inspect } from 'node:util';
import type { ListingIndex } from '../../store/read/listings.ts';
import { cachesIn, loadListings, saveListings } from '../output/kept-reading.ts';
import type { Asked, Told } from '../output/messages.ts';
import { planOf, type RendererModule, runTasks } from '../output/run-tasks.ts';
import type { Task } from '../routes/task.ts';

// Plans a site with a renderer, tells the plan, then renders and writes what it is asked for.

const { RENDERER = '', OUT_DIR = '', KEPT = '', READ = '', NOW = '' } = process.env;

try {
  const { plan } = (await import(RENDERER)) as RendererModule;
  const { tasks, index, notes } = await plan(
    await loadListings(READ),
    new Date(NOW),
    cachesIn(READ),
  );
  tell({ kind: 'planned', tasks: planOf(tasks), notes });
  // In order: who asks for two parts tells the answers apart by that.
  let answered = Promise.resolve();
  process.on('message', (asked: Asked) => {
    answered = answered.then(() => answer(asked, tasks, index)).catch(giveUp);
  });
} catch (error) {
  giveUp(error);
}

async function answer(asked: Asked, tasks: Task[], index: ListingIndex): Promise<void> {
  if (asked.kind === 'end') {
    if (asked.keep) await saveListings(READ, index);
    process.disconnect();
    return;
  }
  tell({
    kind: 'written',
    files: await runTasks({ folder: OUT_DIR, kept: KEPT }, tasks, asked.tasks),
  });
}

function tell(told: Told): void {
  process.send?.(told);
}

function giveUp(error: unknown): void {
  console.error(inspect(error));
  process.exit(1);
}
