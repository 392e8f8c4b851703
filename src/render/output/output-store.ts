import {
  type IncrementalOutput,
  loadOutput,
  markUnfinished,
  outputStamp,
  saveOutput,
  verifyOutput,
} from './incremental-output.ts';

/**
 * Stores the list of the rendered site's files. The caller must hold the lock of the build cache.
 */
export interface OutputStore {
  load(buildCache: string): Promise<IncrementalOutput>;
  /** Call this before anything is written into the output. */
  markUnfinished(buildCache: string): Promise<void>;
  save(buildCache: string, output: IncrementalOutput): Promise<void>;
}

/** Stores the list on the disk, for the next process. */
export const outputsOnDisk: OutputStore = { load: loadOutput, markUnfinished, save: saveOutput };

/**
 * Also keeps the list in memory, for a long-lived process. The file is only read again if another
 * process wrote it.
 */
export function outputInMemory(): OutputStore {
  let known: { buildCache: string; stamp: string; output: IncrementalOutput } | undefined;
  const remember = async (buildCache: string, output: IncrementalOutput) => {
    known = { buildCache, stamp: await outputStamp(buildCache), output };
  };
  return {
    load: async (buildCache) => {
      const isKnown =
        known?.buildCache === buildCache && known.stamp === (await outputStamp(buildCache));
      const output =
        known && isKnown
          ? await verifyOutput(buildCache, known.output)
          : await loadOutput(buildCache);
      await remember(buildCache, output);
      return output;
    },
    markUnfinished: async (buildCache) => {
      await markUnfinished(buildCache);
      if (known) await remember(buildCache, { ...known.output, content: undefined });
    },
    save: async (buildCache, output) => {
      await saveOutput(buildCache, output);
      await remember(buildCache, output);
    },
  };
}
