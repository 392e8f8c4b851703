import { extname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

/** Whether this code runs from the compiled package, not from a checkout. */
export const isPackage = import.meta.url.endsWith('.js');

/** The folder that Waymark's own code lies in: the checkout, or the package's `compiled/`. */
export const codeFolder = fileURLToPath(new URL('../../..', import.meta.url));

/**
 * The project's folder, absolute: its settings, pages and files. A checkout is its own project; the
 * package works in the current folder.
 */
export const projectFolder = isPackage ? process.cwd() : codeFolder;

/** A folder for data that can be recreated, absolute. It may not exist yet. */
export function cacheFolder(name: string): string {
  return join(projectFolder, '.cache', name);
}

/**
 * Resolves a module for Node to run, with the ending of the module that asks.
 * @param path without its ending
 * @param from the asking module's `import.meta.url`
 */
export function moduleBeside(path: string, from: string): URL {
  return new URL(`${path}${extname(from)}`, from);
}
