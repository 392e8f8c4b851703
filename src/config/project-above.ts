import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

const settingsFiles = ['sources.yaml', 'site.config.ts', 'site.config.mts'];

/**
 * The nearest parent of a folder that has a project's settings. Undefined if there is none, or if
 * the folder itself has settings.
 * @param folder absolute
 */
export function findProjectAbove(folder: string): string | undefined {
  const isProject = (path: string) => settingsFiles.some((name) => existsSync(join(path, name)));
  if (isProject(folder) || existsSync(join(folder, '.env'))) return undefined;
  for (let [path, above] = [folder, dirname(folder)]; path !== above; above = dirname(path)) {
    if (isProject(above)) return above;
    path = above;
  }
  return undefined;
}
