import { inspect } from 'node:util';
import { digestOf } from '../../lib/digest.ts';
import { systemClock } from '../../lib/time/clock.ts';
import type { ListingIndex } from '../../store/read/listings.ts';
import { readWorkspaceEntry } from '../../store/read/read-for-page.ts';
import type { Renderer } from '../compile/renderer.ts';
import { notBuilt } from '../compile/run-program.ts';
import type { Task } from '../routes/task.ts';
import { cachesIn, loadListings, saveListings } from './kept-reading.ts';
import {
  type RendererOptions,
  type RendererProcess,
  rendererIsAlone,
  type WithRenderers,
  withRenderers,
} from './renderer-process.ts';
import { planOf, type RendererModule, runTasks, type TaskFolders } from './run-tasks.ts';

/** What a renderer was loaded with is not what it is now: another process has to load it anew. */
export class OutdatedRendererError extends Error {}

/**
 * Loads a renderer into this process, to which it belongs from then on: for one that lives on and
 * builds again and again. Each plan reads the content anew; where the workspace changed, every page
 * and card does too, which a build of its own renders without an event waiting for it.
 * @param contentDir absolute; also in the environment, as CONTENT_DIR, where the renderer looks
 */
export async function loadRenderer(renderer: Renderer, contentDir: string): Promise<WithRenderers> {
  const before = await frameOf(contentDir);
  const { plan } = (await import(renderer.entry)) as RendererModule;
  const first = await plan(new Map(), systemClock.now());
  await warmUp(first.tasks);
  let listings: ListingIndex = first.index;
  return async (buildCache, { renderer: current, folder, read, now }, use) => {
    if (current.fingerprint !== renderer.fingerprint || (await frameOf(contentDir)) !== before)
      throw new OutdatedRendererError('The code, the settings or the workspace changed.');
    await rendererIsAlone(buildCache);
    return use(async () => {
      const planned = await plan(listings, now, cachesIn(read));
      listings = planned.index;
      return inProcess({ folder, kept: renderer.kept }, planned);
    });
  };
}

/**
 * Has this process render, which ends when the site is built, and where that is many files another
 * one too. CONTENT_DIR is in the environment, where the renderer looks.
 * @throws WaymarkError with what went wrong
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
        const here = await startHere(options);
        const render: RendererProcess['render'] = (asked) => {
          if (isOver) throw new Error('This attempt at rendering is over.');
          const written = here.render(asked);
          rendering = written;
          return written;
        };
        return { ...here, render };
      });
    } finally {
      // The other process is ended where one fails. This one must not write into the next attempt.
      isOver = true;
      await rendering.catch(() => {});
    }
  });

async function startHere({
  renderer,
  folder,
  read,
  now,
}: RendererOptions): Promise<RendererProcess> {
  return inWords(async () => {
    const { plan } = (await import(renderer.entry)) as RendererModule;
    const planned = await plan(await loadListings(read), now, cachesIn(read));
    const { render, ...rest } = inProcess({ folder, kept: renderer.kept }, planned);
    return {
      ...rest,
      isShared: true,
      render: (asked) => inWords(() => render(asked)),
      end: (keep) => (keep ? saveListings(read, planned.index) : Promise.resolve()),
    };
  });
}

/** What draws takes longer to load than to draw with, and its first card longer than the next. */
async function warmUp(tasks: readonly Task[]): Promise<void> {
  await tasks.find(({ kept }) => kept === 'cards')?.run();
}

function inProcess(
  folders: TaskFolders,
  { tasks, notes }: { tasks: readonly Task[]; notes: string[] },
): RendererProcess {
  return {
    plan: planOf(tasks),
    notes,
    // One that lives on has its memory beside others.
    isShared: false,
    render: (asked) => runTasks(folders, tasks, asked),
    end: async () => {},
  };
}

/** What the renderer throws, as it is told of one in a process of its own. */
async function inWords<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw notBuilt(inspect(error));
  }
}

async function frameOf(contentDir: string): Promise<string> {
  return digestOf(await readWorkspaceEntry(contentDir));
}
