import { MultiBar, type SingleBar } from 'cli-progress';
import type { OnProgress, Stage } from '../../src/receiver/run/progress.ts';

const words: Record<Stage, string> = {
  reading: 'Reading records',
  preparing: 'Preparing entries',
  writing: 'Writing files',
  rendering: 'Rendering pages',
  uploading: 'Changing the bucket',
};

interface Shown extends Disposable {
  onProgress: OnProgress;
  /** Says something in a line of its own. */
  say(line: string): void;
}

type Stream = Pick<NodeJS.WriteStream, 'isTTY' | 'write'>;

/** Shows how far a sync or a build is, until disposed: bars on a terminal, a line a stage elsewhere. */
export function showProgress(stream: Stream): Shown {
  const shown = stream.isTTY ? bars(stream as NodeJS.WriteStream) : lines(stream);
  let isOver = false;
  return {
    onProgress: (...told) => {
      if (!isOver) shown.onProgress(...told);
    },
    say: shown.say,
    [Symbol.dispose]() {
      if (!isOver) shown[Symbol.dispose]();
      isOver = true;
    },
  };
}

function bars(stream: NodeJS.WriteStream): Shown {
  const together = new MultiBar({
    format: '{stage} {bar} {value}/{total}',
    stream,
    barsize: 30,
    barCompleteChar: '━',
    barIncompleteChar: '─',
  });
  const shown = new Map<Stage, SingleBar>();
  return {
    onProgress: (stage, done, total) => {
      if (total === 0) return;
      const bar = shown.get(stage) ?? together.create(total, 0, { stage: words[stage].padEnd(18) });
      shown.set(stage, bar);
      bar.setTotal(total);
      bar.update(done);
    },
    // What is logged waits for bars to be drawn, of which there may be none yet.
    say: (line) => void (shown.size > 0 ? together.log(`${line}\n`) : stream.write(`${line}\n`)),
    [Symbol.dispose]: () => together.stop(),
  };
}

/** Side by side, with totals that grow: what they come to is known when the next stage starts. */
const growing: ReadonlySet<Stage> = new Set<Stage>(['reading', 'preparing']);

function lines(stream: Stream): Shown {
  const open = new Map<Stage, number>();
  const told = new Set<Stage>();
  const tell = (stage: Stage, total: number) => stream.write(`${words[stage]}: ${total}\n`);
  const tellOpen = () => {
    for (const [stage, total] of open) tell(stage, total);
    open.clear();
  };
  return {
    onProgress: (stage, _done, total) => {
      if (total === 0 || told.has(stage)) return;
      if (growing.has(stage)) return void open.set(stage, total);
      tellOpen();
      tell(stage, total);
      told.add(stage);
    },
    say: (line) => void stream.write(`${line}\n`),
    [Symbol.dispose]: tellOpen,
  };
}
