import { fileURLToPath } from 'node:url';

/**
 * Path of Waymark's `src/`, ending in a slash. The package includes the sources, because Vite
 * compiles them.
 */
export const sources = fileURLToPath(new URL('../../', import.meta.url));
