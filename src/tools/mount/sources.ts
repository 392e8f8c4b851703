import { fileURLToPath } from 'node:url';

/** Waymark's `src/`, with a slash at its end: what Vite compiles lies there as it was written. */
export const sources = fileURLToPath(new URL('../../', import.meta.url));
