/** Stages of a run that can take long. */
export type Stage = 'reading' | 'preparing' | 'encoding' | 'writing' | 'rendering' | 'uploading';

/** Reports the progress of a stage. `total` may grow during the stage. */
export type OnProgress = (stage: Stage, done: number, total: number) => void;

/**
 * Creates a function that runs a task and reports the number of tasks that have started and ended.
 */
export function countTasks(stage: Stage, onProgress: OnProgress) {
  let [done, started] = [0, 0];
  return async <T>(task: () => Promise<T>): Promise<T> => {
    started += 1;
    onProgress(stage, done, started);
    const result = await task();
    done += 1;
    onProgress(stage, done, started);
    return result;
  };
}
