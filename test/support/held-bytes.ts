import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Bytes of buffers, which are outside the heap, that are still referenced. */
export function heldBytes(): number {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  collect();
  // V8 frees buffers in the background. A second collection waits until the first one's are freed.
  collect();
  return process.memoryUsage().arrayBuffers;
}
