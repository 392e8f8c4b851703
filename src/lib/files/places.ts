import { extname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

/** Whether this code runs from the compiled package rather than a checkout. */
export const isPackage = import.meta.url.endsWith('.js');

/** The folder with Waymark's own code: the checkout, or `compiled/` in the package. */
export const codeFolder = fileURLToPath(new URL('../../..', import.meta.url));

/** Waymark's own `package.json`. */
export const manifestFile = join(codeFolder, isPackage ? '..' : '.', 'package.json');

/**
 * Absolute path of the project, which has the settings, pages and files of the site. In a checkout,
 * it is the checkout itself; for the installed package, it is the working folder.
 */
export const projectFolder = isPackage ? process.cwd() : codeFolder;

/** Absolute path of a folder for data that can be recreated. It may not exist yet. */
export function cacheFolder(name: string): string {
  return join(projectFolder, '.cache', name);
}

/**
 * Absolute path of Astro's working folder. Astro writes files into it. If Waymark is installed as a
 * package, the folder is therefore in the cache, not in the project.
 */
export const astroRoot = isPackage ? cacheFolder('site') : projectFolder;

/**
 * Resolves the URL of a module. The module gets the same extension as the importing module: `.ts`
 * in a checkout, `.js` in the package.
 * @param path without its extension
 * @param from `import.meta.url` of the importing module
 */
export function moduleBeside(path: string, from: string): URL {
  return new URL(`${path}${extname(from)}`, from);
}
