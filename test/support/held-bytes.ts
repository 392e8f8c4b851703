import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Bytes outside the heap that somebody still needs. */
export function heldBytes(): number {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  collect();
  // V8 frees buffers in the background. A second collection waits until those of the first are gone.
  collect();
  return process.memoryUsage().arrayBuffers;
}
