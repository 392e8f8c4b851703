import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectFolder } from '../lib/files/places.ts';
import { SettingsError } from '../model/errors.ts';
import { ownStyles } from './own-styles.ts';
import { parseSiteConfig, type SiteConfig } from './site-config.ts';

/** Where the maintainer's own files lie that are put into the site as they are. */
export const publicFolder = join(projectFolder, 'public');

/** What the site is set up with where nothing else is: it may be missing. */
const ownFile = join(projectFolder, 'site.config.ts');

/**
 * The file with the site's own settings, absolute: the one that SITE_CONFIG names, or the working
 * folder's, or the project's.
 */
export function siteConfigFile(named: string | undefined, workingFolder = process.cwd()): string {
  if (named !== undefined) return resolve(workingFolder, named);
  const here = join(workingFolder, 'site.config.ts');
  return existsSync(here) ? here : ownFile;
}

/**
 * What the site is set up with.
 * @param file absolute
 * @param languages those that there are strings for (`src/site/base/strings/languages/languages.ts`)
 * @throws SettingsError
 */
export async function loadSiteConfig(
  file: string,
  languages: readonly string[],
  publicDir = publicFolder,
): Promise<SiteConfig> {
  if (existsSync(file)) {
    const config = parseSiteConfig((await imported(file)).default, file, languages);
    assertPublic(config, file, publicDir);
    ownStyles(config.styles, file);
    return config;
  }
  if (file === ownFile) return parseSiteConfig({}, file);
  throw new SettingsError(
    `${file} is not there. Set SITE_CONFIG to the file with the site's own settings, or leave it out.`,
  );
}

/** Every page would lead to what is not there. */
function assertPublic(config: SiteConfig, file: string, publicDir: string): void {
  const { logo, stylesheet, favicon } = config;
  const named = {
    logo: logo ? [logo.light, logo.dark] : [],
    favicon,
    stylesheet: stylesheet === undefined ? [] : [stylesheet],
  };
  for (const [setting, names] of Object.entries(named)) {
    const missing = names.find((name) => !existsSync(join(publicDir, name)));
    if (missing === undefined) continue;
    throw new SettingsError(
      `${file} names ${missing} as its ${setting}, and there is no ${join(publicDir, missing)}. Put the file there, or leave the setting out.`,
    );
  }
}

async function imported(file: string): Promise<{ default?: unknown }> {
  try {
    // The receiver lives on when the file is changed; a module of the same name is not read again.
    return await import(
      /* @vite-ignore */ `${pathToFileURL(file).href}?${statSync(file, { bigint: true }).mtimeNs}`
    );
  } catch (error) {
    throw new SettingsError(
      `${file} cannot be read: ${(error as Error).message}\nIt is a TypeScript module whose default export is an object; see docs/reference.md.`,
      { cause: error },
    );
  }
}
