import { SingleBar } from 'cli-progress';
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
  let current: { stage: Stage; bar: SingleBar } | undefined;
  const end = () => {
    current?.bar.stop();
    current = undefined;
  };
  const start = (stage: Stage, total: number) => {
    end();
    const format = `${words[stage].padEnd(18)} {bar} {value}/{total}`;
    const bar = new SingleBar({
      format,
      stream,
      barsize: 30,
      barCompleteChar: '━',
      barIncompleteChar: '─',
    });
    bar.start(total, 0);
    current = { stage, bar };
  };
  return {
    onProgress: (stage, done, total) => {
      if (total === 0) return;
      if (current?.stage !== stage) start(stage, total);
      current?.bar.setTotal(total);
      current?.bar.update(done);
    },
    [Symbol.dispose]: end,
  };
}

function lines(stream: NodeJS.WriteStream): Shown {
  const ended = new Set<Stage>();
  return {
    onProgress: (stage, done, total) => {
      if (done < total || total === 0 || ended.has(stage)) return;
      ended.add(stage);
      stream.write(`${words[stage]}: ${total}\n`);
    },
    [Symbol.dispose]: () => {},
  };
}
