import { unwatchFile, watchFile } from 'node:fs';
import { sitePathsOf } from './generations/site-paths.ts';
import { whyPaused } from './generations/state.ts';

/** Polling interval in milliseconds. */
const defaultIntervalMs = 2_000;

/**
 * Calls back whenever publishing into OUT_DIR (absolute) is paused, rolled back further, or
 * resumed, until disposed.
 */
export async function watchPause(
  outDir: string,
  tell: () => void,
  interval = defaultIntervalMs,
): Promise<Disposable> {
  const { stateFile } = sitePathsOf(outDir);
  // Errors are reported by the next run.
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
