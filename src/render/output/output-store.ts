import {
  asItStands,
  type IncrementalOutput,
  loadOutput,
  markUnfinished,
  outputStamp,
  saveOutput,
} from './incremental-output.ts';

/** Where what is known of an output is kept between builds; only who holds its lock may ask. */
export interface OutputStore {
  load(buildCache: string): Promise<IncrementalOutput>;
  /** To be called before anything is written into the output. */
  markUnfinished(buildCache: string): Promise<void>;
  save(buildCache: string, output: IncrementalOutput): Promise<void>;
}

/** On the disk alone, for the next process. */
export const outputsOnDisk: OutputStore = { load: loadOutput, markUnfinished, save: saveOutput };

/** In memory too, for a process that lives on: a list that nobody else wrote is not read again. */
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
          ? await asItStands(buildCache, known.output)
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
