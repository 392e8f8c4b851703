import { fileURLToPath } from 'node:url';
import { moduleBeside } from '../../lib/files/places.ts';
import type { Renderer } from '../compile/renderer.ts';
import { runProgram, waitForOrphan } from '../compile/run-program.ts';
import type {
  PlannedFile,
  RendererAnswer,
  RendererRequest,
  RequestedTasks,
  WrittenFile,
} from './messages.ts';

const program = fileURLToPath(moduleBeside('../processes/render', import.meta.url));

export interface RendererOptions {
  renderer: Renderer;
  /** Absolute. */
  contentDir: string;
  /** The folder of the output. */
  folder: string;
  /** Folder with the content caches that belong to this renderer. */
  caches: string;
  now: Date;
  signal?: AbortSignal;
}

/** A process that has planned the site and renders its files. */
export interface RendererProcess {
  plan: PlannedFile[];
  /** Notes that features reported while planning. */
  notes: string[];
  /** Whether a second process may render a part of the files if there are many. */
  isShared: boolean;
  /**
   * Renders files. Requests that overlap are processed in order.
   * @throws WaymarkError
   */
  render(tasks: RequestedTasks): Promise<(WrittenFile | undefined)[]>;
  /** Ends the process after its last request. */
  end(): Promise<void>;
}

/**
 * Calls `use` with a function that starts a process for rendering. When `use` returns, all started
 * processes are ended.
 */
export type WithRenderers = <T>(
  buildCache: string,
  options: RendererOptions,
  use: (start: () => Promise<RendererProcess>) => Promise<T>,
) => Promise<T>;

/**
 * Renders in one or two child processes. If a process fails, all processes have ended before the
 * promise rejects.
 * @param buildCache path of the build cache; the lock files of the processes are beside it
 * @throws WaymarkError
 */
export const withRenderers: WithRenderers = async (buildCache, options, use) => {
  const locks = locksOf(buildCache);
  await waitForOrphans(buildCache);
  const failed = new AbortController();
  const signal = AbortSignal.any([failed.signal, ...(options.signal ? [options.signal] : [])]);
  const started: Promise<void>[] = [];
  const start = () => {
    const { planned, ended } = startRenderer(options, locks[started.length] ?? '', signal);
    started.push(ended);
    return planned;
  };
  try {
    return await use(start);
  } catch (error) {
    failed.abort(error);
    await Promise.allSettled(started);
    options.signal?.throwIfAborted();
    throw error;
  }
};

/**
 * Waits for child processes that a killed build has left.
 * @throws WaymarkError if one does not end
 */
export async function waitForOrphans(buildCache: string): Promise<void> {
  for (const lock of locksOf(buildCache)) await waitForOrphan(lock);
}

function locksOf(buildCache: string): string[] {
  return [1, 2].map((number) => `${buildCache}.render-${number}.lock`);
}

/** Starts a process that plans the site. `planned` rejects with a WaymarkError if this fails. */
function startRenderer(
  { renderer, contentDir, folder, caches, now }: RendererOptions,
  lockFile: string,
  signal: AbortSignal,
): { planned: Promise<RendererProcess>; ended: Promise<void> } {
  const { child, ended } = runProgram(program, {
    lockFile,
    signal,
    env: {
      RENDERER: JSON.stringify({ entry: renderer.entry, globals: renderer.globals }),
      CONTENT_DIR: contentDir,
      OUT_DIR: folder,
      CONTENT_CACHES: caches,
      NOW: now.toISOString(),
    },
  });
  const waiting: ((answer: RendererAnswer) => void)[] = [];
  child.on('message', (answer: RendererAnswer) => waiting.shift()?.(answer));
  const receive = async <K extends RendererAnswer['kind']>(kind: K) => {
    const next = new Promise<RendererAnswer>((resolve) => waiting.push(resolve));
    // If the process fails before it answers, `ended` rejects with the reason.
    const answer = await Promise.race([next, ended]);
    if (answer?.kind !== kind)
      throw new Error(`A rendering process sent no answer of the kind "${kind}".`);
    return answer as Extract<RendererAnswer, { kind: K }>;
  };
  const planned = receive('planned').then(({ tasks, notes }): RendererProcess => {
    return {
      plan: tasks,
      notes,
      isShared: true,
      render: async (tasks) => {
        child.send(tasks);
        return (await receive('written')).files;
      },
      end: () => {
        child.send('end' satisfies RendererRequest);
        return ended;
      },
    };
  });
  return { planned, ended };
}
