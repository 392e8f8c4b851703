import { extname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

/** Whether this is the package, whose code was compiled, and not a checkout. */
export const isPackage = import.meta.url.endsWith('.js');

/** The folder that Waymark's own code lies in: the checkout, or the package's `compiled/`. */
export const codeFolder = fileURLToPath(new URL('../../..', import.meta.url));

/**
 * The folder of whoever has a site made, absolute: with the site's own settings, pages and files. The
 * checkout is its own; a package works in the folder that its command was called in.
 */
export const projectFolder = isPackage ? process.cwd() : codeFolder;

/** A folder for what can be made again, absolute; it need not be there yet. */
export function cacheFolder(name: string): string {
  return join(projectFolder, '.cache', name);
}

/**
 * A module for Node to run, as `new URL` would find it: its file ends as that of who asks does.
 * @param path without that ending @param from the asking module's `import.meta.url`
 */
export function moduleBeside(path: string, from: string): URL {
  return new URL(`${path}${extname(from)}`, from);
}
