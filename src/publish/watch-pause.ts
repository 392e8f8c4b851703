import { unwatchFile, watchFile } from 'node:fs';
import { sitePathsOf } from './generations/site-paths.ts';
import { whyPaused } from './generations/state.ts';

/** Polling interval in milliseconds. */
const defaultIntervalMs = 2_000;

/**
 * Calls `tell` whenever publishing into OUT_DIR is paused or resumed, or the site is rolled back
 * again. Stops when disposed.
 * @param outDir absolute
 */
export async function watchPause(
  outDir: string,
  tell: () => void,
  interval = defaultIntervalMs,
): Promise<Disposable> {
  const { stateFile } = sitePathsOf(outDir);
  // If the state cannot be read, it counts as unchanged. The next run reports the error.
  const look = (before: string | undefined) => whyPaused(outDir).catch(() => before);
  let seen = await look(undefined);
  async function compare(): Promise<void> {
    const before = seen;
    seen = await look(before);
    if (seen !== before) tell();
  }
  const listener = () => void compare();
  watchFile(stateFile, { interval, persistent: false }, listener);
  return { [Symbol.dispose]: () => unwatchFile(stateFile, listener) };
}
