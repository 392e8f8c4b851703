import { inspect } from 'node:util';
import { digestOf } from '../../lib/digest.ts';
import { systemClock } from '../../lib/time/clock.ts';
import type { ListingIndex } from '../../store/read/listings.ts';
import { readWorkspaceEntry } from '../../store/read/read-for-page.ts';
import type { Renderer } from '../compile/renderer.ts';
import { buildFailed } from '../compile/run-program.ts';
import {
  type RendererOptions,
  type RendererProcess,
  type WithRenderers,
  waitForOrphans,
  withRenderers,
} from './renderer-process.ts';
import { importRenderer, planOf, type RendererModule, runTasks } from './run-tasks.ts';
import { planWithListings } from './saved-listings.ts';

/**
 * The loaded renderer is out of date. A new process must load the current one, because Node never
 * frees loaded modules.
 */
export class OutdatedRendererError extends Error {}

/**
 * Loads a renderer into this long-lived process, for many builds. Each build reads the content
 * again.
 * @param contentDir absolute; the renderer reads this path from CONTENT_DIR
 * @throws OutdatedRendererError during a build, if code, settings or the workspace have changed
 */
export async function loadRenderer(renderer: Renderer, contentDir: string): Promise<WithRenderers> {
  const workspace = await digestOfWorkspace(contentDir);
  const { plan } = await importRenderer(renderer);
  const first = await plan(new Map(), systemClock.now());
  // Draws one picture now, so that the libraries for pictures are loaded before the first build.
  await first.tasks.find(({ isCached, path }) => isCached && !path.endsWith('.ico'))?.run();
  let listings: ListingIndex = first.index;
  return async (buildCache, { renderer: current, folder, now }, use) => {
    const isOutdated =
      current.fingerprint !== renderer.fingerprint ||
      (await digestOfWorkspace(contentDir)) !== workspace;
    if (isOutdated)
      throw new OutdatedRendererError('The code, the settings or the workspace changed.');
    await waitForOrphans(buildCache);
    return use(async () => {
      const planned = await plan(listings, now);
      listings = planned.index;
      return {
        ...inProcess(folder, planned),
        // A second process would double the memory.
        isShared: false,
      };
    });
  };
}

/**
 * Renders in this process, which ends after the build. If there are many files, a second process
 * renders some of them. The renderer reads CONTENT_DIR from the environment.
 * @throws WaymarkError
 */
export const withOwnRenderer: WithRenderers = (buildCache, options, use) =>
  withRenderers(buildCache, options, async (startProcess) => {
    let hasStarted = false;
    let isOver = false;
    let rendering: Promise<unknown> = Promise.resolve();
    try {
      return await use(async () => {
        if (hasStarted) return startProcess();
        hasStarted = true;
        const renderer = await startHere(options);
        const render: RendererProcess['render'] = (tasks) => {
          if (isOver) throw new Error('This attempt at rendering is over.');
          const written = renderer.render(tasks);
          rendering = written;
          return written;
        };
        return { ...renderer, render };
      });
    } finally {
      // After an error, the second process is stopped, but this process still runs. It must not
      // write into the output that the next attempt uses.
      isOver = true;
      await rendering.catch(() => {});
    }
  });

async function startHere(options: RendererOptions): Promise<RendererProcess> {
  const { renderer, folder, caches, now } = options;
  const planned = await importRenderer(renderer)
    .then((module) => planWithListings(caches, module, now))
    .catch(failBuild);
  const { render, ...rest } = inProcess(folder, planned);
  return { ...rest, isShared: true, render: (tasks) => render(tasks).catch(failBuild) };
}

function inProcess(
  folder: string,
  { tasks, notes }: Awaited<ReturnType<RendererModule['plan']>>,
): Omit<RendererProcess, 'isShared'> {
  const render: RendererProcess['render'] = (requested) => runTasks(folder, tasks, requested);
  return { plan: planOf(tasks), notes, render, end: async () => {} };
}

/** Converts errors of the renderer in the same way as for a separate process. */
function failBuild(error: unknown): never {
  throw buildFailed(inspect(error));
}

async function digestOfWorkspace(contentDir: string): Promise<string> {
  return digestOf(await readWorkspaceEntry(contentDir));
}
