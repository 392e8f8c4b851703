import { digestOf } from '../../lib/digest.ts';
import type { ListingIndex } from '../../store/read/listings.ts';
import { readWorkspaceEntry } from '../../store/read/read-for-page.ts';
import type { Renderer } from '../compile/renderer.ts';
import type { Task } from '../render/task.ts';
import { type RendererProcess, rendererIsAlone, type WithRenderers } from './renderer-process.ts';
import { planOf, type RendererModule, runTasks } from './run-tasks.ts';

/** What a renderer was loaded with is not what it is now: another process has to load it anew. */
export class OutdatedRendererError extends Error {}

/**
 * Loads a renderer into this process, to which it belongs from then on: for one that lives on and
 * builds again and again. What the content says of its workspace is read once, and of its entries
 * what stands there now.
 * @param contentDir absolute; also in the environment, as CONTENT_DIR, where the renderer looks
 */
export async function loadRenderer(renderer: Renderer, contentDir: string): Promise<WithRenderers> {
  const before = await frameOf(contentDir);
  const { plan } = (await import(renderer.entry)) as RendererModule;
  let listings: ListingIndex = (await plan(new Map())).index;
  return async (buildCache, { renderer: current, folder }, use) => {
    if (current.fingerprint !== renderer.fingerprint || (await frameOf(contentDir)) !== before)
      throw new OutdatedRendererError('The code, the settings or the workspace changed.');
    await rendererIsAlone(buildCache);
    return use(async () => {
      const { tasks, index } = await plan(listings);
      listings = index;
      return inProcess(folder, tasks);
    });
  };
}

function inProcess(folder: string, tasks: readonly Task[]): RendererProcess {
  return {
    plan: planOf(tasks),
    render: (asked) => runTasks(folder, tasks, asked),
    end: async () => {},
  };
}

async function frameOf(contentDir: string): Promise<string> {
  return digestOf(await readWorkspaceEntry(contentDir));
}
