import { unwatchFile, watchFile } from 'node:fs';
import { placeOf } from './place.ts';
import { whyPaused } from './state.ts';

/** How often it is looked, in milliseconds. */
const interval = 2_000;

/** Tells each time publishing into OUT_DIR (absolute) is paused, or goes on, until disposed. */
export function watchPause(outDir: string, tell: () => void): Disposable {
  const { stateFile } = placeOf(outDir);
  let wasPaused: boolean | undefined;
  async function look(): Promise<void> {
    // What cannot be read is told by the next run.
    const isPaused = await whyPaused(outDir).then(Boolean, () => wasPaused);
    if (wasPaused !== undefined && wasPaused !== isPaused) tell();
    wasPaused = isPaused;
  }
  const listener = () => void look();
  listener();
  watchFile(stateFile, { interval, persistent: false }, listener);
  return { [Symbol.dispose]: () => unwatchFile(stateFile, listener) };
}
