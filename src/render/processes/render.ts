import { inspect } from 'node:util';
import type { RendererAnswer, RendererRequest } from '../output/messages.ts';
import { importRenderer, planOf, runTasks } from '../output/run-tasks.ts';
import { planWithListings } from '../output/saved-listings.ts';

// Child process that plans a site with a renderer, sends the plan, then renders and writes the
// requested files.

const { RENDERER = '', OUT_DIR = '', CONTENT_CACHES = '', NOW = '' } = process.env;

try {
  const module = await importRenderer(JSON.parse(RENDERER));
  const { tasks, notes } = await planWithListings(CONTENT_CACHES, module, new Date(NOW));
  send({ kind: 'planned', tasks: planOf(tasks), notes });
  // Requests are answered in order, because the build assigns each answer to its oldest open
  // request.
  let answered = Promise.resolve();
  process.on('message', (request: RendererRequest) => {
    const answer = async () => {
      // If the build disconnected instead, it would get no `close` event, for which it waits.
      if (request === 'end') return process.disconnect();
      send({ kind: 'written', files: await runTasks(OUT_DIR, tasks, request) });
    };
    answered = answered.then(answer).catch(fail);
  });
} catch (error) {
  fail(error);
}

function send(message: RendererAnswer): void {
  process.send?.(message);
}

function fail(error: unknown): void {
  console.error(inspect(error));
  process.exit(1);
}
