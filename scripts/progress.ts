import { MultiBar, type SingleBar } from 'cli-progress';
import type { OnProgress, Stage } from '../src/sync/progress.ts';

const words: Record<Stage, string> = {
  reading: 'Reading records',
  preparing: 'Preparing entries',
  writing: 'Writing files',
};

interface Shown extends Disposable {
  onProgress: OnProgress;
}

/** Shows how far a sync is, on standard error: bars on a terminal, a line a stage elsewhere. */
export function showProgress(stream: NodeJS.WriteStream): Shown {
  return stream.isTTY ? bars(stream) : lines(stream);
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
    [Symbol.dispose]: () => together.stop(),
  };
}

/** Reading and preparing go on side by side: what they come to is known when writing starts. */
function lines(stream: NodeJS.WriteStream): Shown {
  const totals = new Map<Stage, number>();
  const flush = () => {
    for (const [stage, total] of totals) stream.write(`${words[stage]}: ${total}\n`);
    totals.clear();
  };
  return {
    onProgress: (stage, _done, total) => {
      if (stage === 'writing' && !totals.has('writing')) flush();
      if (total > 0) totals.set(stage, total);
    },
    [Symbol.dispose]: flush,
  };
}
