import { basename, dirname, join } from 'node:path';
import { type Waiting, waitForLock } from '../../lib/files/lock.ts';
import { SettingsError, WaymarkError } from '../../model/errors.ts';
import { cannotChange } from './failure.ts';

/** Folder of hashed style sheets, scripts and fonts. */
export const hashedFolder = '_astro/';

/** Absolute paths of a published site. */
export type SitePaths = ReturnType<typeof sitePathsOf>;

/** @param outDir absolute @throws SettingsError if nothing can be published there */
export function sitePathsOf(outDir: string) {
  const [parent, name] = [dirname(outDir), basename(outDir)];
  if (parent === outDir || name === generationsName)
    throw new SettingsError(
      `OUT_DIR=${outDir} cannot be used for publishing: generations are kept beside it, in a folder named ${generationsName}. Choose another OUT_DIR, such as ${join(parent, 'dist')}.`,
    );
  const generations = join(parent, generationsName);
  return {
    /** The public symbolic link to the live generation. */
    outDir,
    parent,
    generations,
    stateFile: join(generations, stateName),
    lockFile: join(generations, '.lock'),
    /** The folder of the generation that is being written. */
    next: join(generations, '.next'),
    /** The folder that is prepared in advance for the next generation. */
    standby: join(generations, '.spare'),
    /** The new symbolic link, before it is renamed to `outDir`. */
    link: join(parent, `.${name}.waymark-link`),
  };
}

export const generationsName = 'generations';
export const stateName = '.state.json';

/**
 * Locks a site for changes.
 * @throws WaymarkError if another process publishes or rolls back, or the lock cannot be written
 */
export function lockSite(paths: SitePaths): Promise<Disposable> {
  const onWait = (who: string) => {
    throw new WaymarkError(`${who}. Try again when that process is done.`);
  };
  return waitForSite(paths, { onWait });
}

/**
 * Locks a site for changes, as soon as no other process changes it.
 * @throws WaymarkError if the lock cannot be written; what `onWait` throws
 */
export async function waitForSite(paths: SitePaths, waiting: Waiting): Promise<Disposable> {
  const who = `Another process is changing the live site in ${paths.outDir}`;
  return waitForLock(paths.lockFile, who, waiting).catch((error) => {
    throw cannotChange(paths.outDir, error);
  });
}
