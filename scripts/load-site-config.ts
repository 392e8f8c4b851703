import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { SettingsError } from '../src/model/errors.ts';
import { parseSiteConfig, type SiteConfig } from '../src/model/site-config.ts';

/**
 * What the site is set up with; without a file everything has its default.
 * @param file relative to the working folder @throws SettingsError
 */
export async function loadSiteConfig(file: string): Promise<SiteConfig> {
  const path = resolve(file);
  if (!existsSync(path)) return parseSiteConfig({}, file);
  return parseSiteConfig((await imported(path, file)).default, file);
}

async function imported(path: string, file: string): Promise<{ default?: unknown }> {
  try {
    // The receiver lives on when the file is changed; a module of the same name is not read again.
    return await import(`${pathToFileURL(path).href}?${statSync(path, { bigint: true }).mtimeNs}`);
  } catch (error) {
    throw new SettingsError(
      `${file} cannot be read: ${(error as Error).message}\nIt is a TypeScript module whose default export is an object; see the README.`,
      { cause: error },
    );
  }
}
