import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectFolder } from '../lib/files/places.ts';
import { ownFile } from '../lib/processes/command.ts';
import { SettingsError } from '../model/errors.ts';
import { parseSiteConfig, type SiteConfig } from './site-config.ts';

/** The maintainer's own files, which are copied into the site. */
export const publicFolder = join(projectFolder, 'public');

/** The site's default settings file, which may be missing. */
const defaultFile = join(projectFolder, 'site.config.ts');

/**
 * Absolute path of the site's settings file: the file named in SITE_CONFIG, else `site.config.ts`
 * in the working folder, else in the project.
 */
export function findSiteConfig(named: string | undefined, workingFolder = process.cwd()): string {
  if (named !== undefined) return resolve(workingFolder, named);
  const here = join(workingFolder, 'site.config.ts');
  return existsSync(here) ? here : defaultFile;
}

/**
 * Loads the site's settings.
 * @param file absolute path
 * @param languages languages that have strings (`src/site/base/strings/languages/languages.ts`)
 * @throws SettingsError
 */
export async function loadSiteConfig(
  file: string,
  languages: readonly string[],
  publicDir = publicFolder,
): Promise<SiteConfig> {
  if (existsSync(file)) {
    const config = parseSiteConfig((await importModule(file)).default, file, languages);
    assertPublicFiles(config, file, publicDir);
    return withMark(config);
  }
  if (file === defaultFile) return withMark(parseSiteConfig({}, file));
  throw new SettingsError(
    `${file} does not exist. Set SITE_CONFIG to the file with the site's settings, or unset it.`,
  );
}

function withMark(config: SiteConfig): SiteConfig {
  const isMarked = config.show.releaseMark ?? existsSync('announce.yaml');
  return isMarked ? { ...config, show: { ...config.show, releaseMark: true } } : config;
}

/**
 * Throws if a configured file is missing from `public/`, because every page would link to a missing
 * file.
 */
function assertPublicFiles(config: SiteConfig, file: string, publicDir: string): void {
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
      `${file} sets ${setting} to ${missing}, but ${join(publicDir, missing)} does not exist. Add the file, or remove the setting.`,
    );
  }
}

async function importModule(file: string): Promise<{ default?: unknown }> {
  try {
    // The query bypasses the module cache, so that a long-running process sees changes to the file.
    return await import(
      /* @vite-ignore */ `${pathToFileURL(file).href}?${statSync(file, { bigint: true }).mtimeNs}`
    );
  } catch (error) {
    throw new SettingsError(
      `${file} cannot be read: ${(error as Error).message}\nIt must be a TypeScript module whose default export is an object; see ${ownFile('docs/reference.md')}.`,
      { cause: error },
    );
  }
}
