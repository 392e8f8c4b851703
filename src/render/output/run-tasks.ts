import pLimit from 'p-limit';
import type { Cache } from '../../features/feature.ts';
import type { ListingIndex } from '../../store/read/listings.ts';
import type { Task } from '../routes/task.ts';
import { type DrawnCard, keptOrDrawn, ownCards } from './drawn-cards.ts';
import { bytesOfRenderer } from './kept-bytes.ts';
import type { Asked, PlannedFile, WrittenFile } from './messages.ts';
import { putFile } from './put-file.ts';

/** What the module of a renderer exports. */
export interface RendererModule {
  plan(
    known: ListingIndex,
    now: Date,
    caches?: (name: string) => Cache,
  ): Promise<{
    tasks: Task[];
    index: ListingIndex;
    /** What features report. */
    notes: string[];
  }>;
}

/** Where tasks write to, and what they may use. */
export interface TaskFolders {
  /** The output. */
  folder: string;
  /** It belongs to the renderer. */
  kept: string;
  /** Where cards are kept that were drawn; that of the project where none is named. */
  cards?: string;
}

/**
 * Renders and writes what is asked for, in that order; undefined where a file had these bytes. Cards
 * are drawn before their turn: most of that is done by threads, while this one renders.
 */
export async function runTasks(
  folders: TaskFolders,
  tasks: readonly Task[],
  asked: Extract<Asked, { kind: 'render' }>['tasks'],
): Promise<(WrittenFile | undefined)[]> {
  const files: (WrittenFile | undefined)[] = [];
  const drawing = drawAhead(tasks, asked, folders);
  for (const [number, known] of asked) {
    const task = tasks[number];
    if (!task) throw new Error(`there is no task ${number}`);
    const card = await drawing.get(number);
    const bytes = card?.bytes ?? (await bytesOf(task, folders));
    const file = putFile(folders.folder, task.path, bytes, known);
    files.push(file && card?.isStandIn ? { ...file, isStandIn: true } : file);
  }
  return files;
}

/** Each holds a picture of a release, decoded. */
const cardsAtOnce = 2;

/** Begins with cards, a few at once, and gives each by its number: who asks for it is told if it fails. */
function drawAhead(
  tasks: readonly Task[],
  asked: Extract<Asked, { kind: 'render' }>['tasks'],
  { cards = ownCards }: TaskFolders,
): ReadonlyMap<number, Promise<DrawnCard>> {
  const limit = pLimit(cardsAtOnce);
  const begun = new Map<number, Promise<DrawnCard>>();
  for (const [number] of asked) {
    const task = tasks[number];
    const key = task?.key;
    if (task?.kept !== 'cards' || key === undefined) continue;
    const drawing = limit(() => keptOrDrawn(task, key, cards));
    drawing.catch(() => {});
    begun.set(number, drawing);
  }
  return begun;
}

/** The plan as it is told. */
export function planOf(tasks: readonly Task[]): PlannedFile[] {
  return tasks.map(({ path, key = null, group }) => (group ? [path, key, group] : [path, key]));
}

/** As it is kept with the renderer where it is, and rendered where it is not. */
function bytesOf(task: Task, { kept }: TaskFolders): Promise<Uint8Array> {
  const { key } = task;
  return task.kept === 'renderer' && key !== undefined
    ? bytesOfRenderer(task, key, kept)
    : task.run();
}
