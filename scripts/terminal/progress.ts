import type { SingleBar } from 'cli-progress';
import type { OnProgress, Stage } from '../../src/lib/progress.ts';

const words: Record<Stage, string> = {
  reading: 'Reading records',
  preparing: 'Preparing entries',
  encoding: 'Encoding pictures',
  writing: 'Writing files',
  rendering: 'Rendering pages',
  uploading: 'Updating the bucket',
};

interface ProgressDisplay extends Disposable {
  onProgress: OnProgress;
  /** Prints a line without disturbing the progress bars. */
  say(line: string): void;
}

type Stream = Pick<NodeJS.WriteStream, 'isTTY' | 'write'>;

/**
 * Shows the progress of a sync or build until disposed: bars on a terminal, else one line per
 * stage.
 */
export async function showProgress(stream: Stream): Promise<ProgressDisplay> {
  const shown = stream.isTTY ? await bars(stream as NodeJS.WriteStream) : lines(stream);
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

async function bars(stream: NodeJS.WriteStream): Promise<ProgressDisplay> {
  // Loaded on demand, because most commands run without a terminal or show no progress.
  const { MultiBar } = await import('cli-progress');
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
    // MultiBar prints logged lines only when it draws bars. Without a visible bar, the line is
    // therefore written directly.
    say: (line) => void (shown.size > 0 ? together.log(`${line}\n`) : stream.write(`${line}\n`)),
    [Symbol.dispose]: () => together.stop(),
  };
}

/** Stages that run in parallel. Their totals grow until the next stage starts. */
const growing: ReadonlySet<Stage> = new Set<Stage>(['reading', 'preparing']);

function lines(stream: Stream): ProgressDisplay {
  const open = new Map<Stage, number>();
  const reported = new Set<Stage>();
  const report = (stage: Stage, total: number) => stream.write(`${words[stage]}: ${total}\n`);
  const reportOpen = () => {
    for (const [stage, total] of open) report(stage, total);
    open.clear();
  };
  return {
    onProgress: (stage, _done, total) => {
      if (total === 0 || reported.has(stage)) return;
      if (growing.has(stage)) return void open.set(stage, total);
      reportOpen();
      report(stage, total);
      reported.add(stage);
    },
    say: (line) => void stream.write(`${line}\n`),
    [Symbol.dispose]: reportOpen,
  };
}
