import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Bytes of buffers, which are outside the heap, that are still referenced. Up to `enough`, those
 * that wait for the collection of garbage may be counted too, because a collection is slow.
 */
export function heldBytes(enough = 0): number {
  const { arrayBuffers } = process.memoryUsage();
  if (arrayBuffers <= enough) return arrayBuffers;
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  collect();
  // V8 frees buffers in the background. A second collection waits until the first one's are freed.
  collect();
  return process.memoryUsage().arrayBuffers;
}
