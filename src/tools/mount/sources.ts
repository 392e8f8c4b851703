import { fileURLToPath } from 'node:url';

/**
 * Waymark's `src/`, ending in a slash. Vite compiles the original sources, so the package includes
 * them.
 */
export const sources = fileURLToPath(new URL('../../', import.meta.url));
