import { fileURLToPath } from 'node:url';
import { moduleBeside } from '../../lib/files/places.ts';
import type { Renderer } from '../compile/renderer.ts';
import { runProgram, untilAlone } from '../compile/run-program.ts';
import type { Asked, Told } from './messages.ts';

const program = fileURLToPath(moduleBeside('../processes/render', import.meta.url));

export interface RendererOptions {
  renderer: Renderer;
  /** Absolute. */
  contentDir: string;
  /** What it writes into. */
  folder: string;
  /** A folder for what is read of the content, by code of the same fingerprint. */
  read: string;
  /** When the build began. */
  now: Date;
  signal?: AbortSignal;
}

type Plan = Extract<Told, { kind: 'planned' }>['tasks'];
type Written = Extract<Told, { kind: 'written' }>['files'];

/** A process that renders, and what it planned. */
export interface RendererProcess {
  plan: Plan;
  /** Titles that no face has the letters of: their releases are shared with the site's picture. */
  notes: string[];
  /** Whether another is to be started for a part of many files. */
  isShared: boolean;
  /**
   * Parts that are asked for at once are rendered one after another.
   * @throws WaymarkError with what went wrong
   */
  render(tasks: Extract<Asked, { kind: 'render' }>['tasks']): Promise<Written>;
  /** Ends it. @param keep whether what it read of the content is kept for the next build */
  end(keep: boolean): Promise<void>;
}

/** Has renderers plan and render into an output, for as long as they are used. */
export type WithRenderers = <T>(
  buildCache: string,
  options: RendererOptions,
  use: (start: () => Promise<RendererProcess>) => Promise<T>,
) => Promise<T>;

/**
 * Has up to two processes render: all end with the first that fails, and before this settles.
 * @param buildCache beside it stand the locks that they hold for as long as they live
 * @throws WaymarkError with what went wrong
 */
export async function withRenderers<T>(
  buildCache: string,
  options: RendererOptions,
  use: (start: () => Promise<RendererProcess>) => Promise<T>,
): Promise<T> {
  const locks = locksOf(buildCache);
  await rendererIsAlone(buildCache);
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
}

/**
 * Waits for processes whose own build was killed.
 * @throws WaymarkError when one of them does not end
 */
export async function rendererIsAlone(buildCache: string): Promise<void> {
  for (const lock of locksOf(buildCache)) await untilAlone(lock);
}

function locksOf(buildCache: string): string[] {
  return [1, 2].map((number) => `${buildCache}.render-${number}.lock`);
}

/** A process that was started. */
interface Started {
  /** @throws WaymarkError with what went wrong */
  planned: Promise<RendererProcess>;
  /** Settles when it is gone. */
  ended: Promise<void>;
}

/** Starts a process and has it plan the site. */
function startRenderer(
  { renderer, contentDir, folder, read, now }: RendererOptions,
  lockFile: string,
  signal: AbortSignal,
): Started {
  const { child, ended } = runProgram(program, {
    lockFile,
    // It goes with the renderer.
    compileCache: renderer.compiled,
    signal,
    env: {
      RENDERER: renderer.entry,
      CONTENT_DIR: contentDir,
      OUT_DIR: folder,
      KEPT: renderer.kept,
      READ: read,
      NOW: now.toISOString(),
    },
  });
  const waiting: ((told: Told) => void)[] = [];
  child.on('message', (told: Told) => waiting.shift()?.(told));
  const hear = async <K extends Told['kind']>(kind: K) => {
    const told = new Promise<Told>((resolve) => waiting.push(resolve));
    // One that ends says why.
    const heard = await Promise.race([told, ended]);
    if (heard?.kind !== kind) throw new Error(`A process that renders ended before it ${kind}.`);
    return heard as Extract<Told, { kind: K }>;
  };
  const ask = (asked: Asked) => void child.send(asked);
  const planned = hear('planned').then(({ tasks, notes }): RendererProcess => {
    return {
      plan: tasks,
      notes,
      isShared: true,
      render: async (tasks) => {
        ask({ kind: 'render', tasks });
        return (await hear('written')).files;
      },
      end: (keep) => {
        ask({ kind: 'end', keep });
        return ended;
      },
    };
  });
  return { planned, ended };
}
