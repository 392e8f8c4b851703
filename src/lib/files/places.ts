import { extname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

/** Whether this code runs from the compiled package rather than a checkout. */
export const isPackage = import.meta.url.endsWith('.js');

/** The folder with Waymark's own code: the checkout, or `compiled/` in the package. */
export const codeFolder = fileURLToPath(new URL('../../..', import.meta.url));

/**
 * Absolute path of the project, which has the settings, pages and files of the site. It is the
 * checkout itself, or for the package the current folder.
 */
export const projectFolder = isPackage ? process.cwd() : codeFolder;

/** Absolute path of a folder for data that can be recreated. It may not exist yet. */
export function cacheFolder(name: string): string {
  return join(projectFolder, '.cache', name);
}

/**
 * Resolves a module that Node runs. It gets the extension of the importing module, `.ts` or `.js`.
 * @param path without its extension
 * @param from `import.meta.url` of the importing module
 */
export function moduleBeside(path: string, from: string): URL {
  return new URL(`${path}${extname(from)}`, from);
}
