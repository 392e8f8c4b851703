import { readFile } from 'node:fs/promises';
import { type Env, parseSettings, type Settings } from '../../config/settings.ts';
import { isSourceToken, sourceSettings } from '../../config/source-settings.ts';
import { kindOf, parseSourcesFile, type SourcesFile } from '../../config/sources-file.ts';
import { defaultTimeZone } from '../../config/time-zone.ts';
import { isMissing } from '../../lib/files/missing.ts';
import { ownFile } from '../../lib/processes/command.ts';
import { SettingsError, WaymarkError } from '../../model/errors.ts';
import { hasDays } from '../../store/read/read-state.ts';
import type { ApiSettings } from './connect.ts';

/** Settings for several sources of releases, or for a single source that is not the API. */
export interface SourcesSettings {
  /** The file that lists the sources. */
  file: string;
  /** Settings of forges: tokens and addresses. */
  settings: Settings<keyof typeof sourceSettings>;
  /** The tokens of sources, by the names of their settings. */
  tokens: Env;
}

/**
 * Reads the sources of a sync from `sources.yaml`, or from the file that SOURCES names. Without
 * this file, the API is the only source.
 * @throws SettingsError that names every problem of the file or of the settings
 */
export async function readUpstreamSettings(
  env: Env,
): Promise<{ api: ApiSettings | undefined; sources: SourcesSettings | undefined }> {
  const sources = await readSourcesSettings(env);
  if (!sources && !env.API_BASE_URL && !env.API_KEY)
    throw new SettingsError(
      `There is no sources.yaml, and API_BASE_URL is not set.\nFor releases on GitHub or in files, write sources.yaml. In a project with the package, "npx --no waymark init --changelog FILE" or "npx --no waymark init --github OWNER/REPO" writes this file. For an API, set API_BASE_URL and API_KEY in .env.`,
    );
  return { api: (await kindsOfSources(env)).includes('api') ? readApi(env) : undefined, sources };
}

/**
 * The kinds of the sources, such as `github`. Without `sources.yaml`, the API is the only source.
 * @throws SettingsError that names every problem of `sources.yaml`
 */
export async function kindsOfSources(env: Env): Promise<string[]> {
  const { sources } = (await readSources(env)) ?? {};
  return sources?.map(kindOf) ?? ['api'];
}

/**
 * Reads `sources.yaml`; undefined if there is no such file.
 * @throws SettingsError that names every problem of the file
 */
export async function readSources(
  env: Env,
): Promise<(SourcesFile & Pick<SourcesSettings, 'file'>) | undefined> {
  const settings = await readSourcesSettings(env);
  if (!settings) return undefined;
  const { file } = settings;
  return { file, ...parseSourcesFile(file, await readSourcesFile(file)) };
}

/**
 * Returns a warning if days begin at other times in the sources than on the site. A file that is
 * invalid gives no warning. Without `sources.yaml`, days begin in UTC, which matters if a release of
 * the content has a day.
 * @param siteZone the `timeZone` of `site.config.ts`, from which a sync does not read the zone
 */
export async function zoneWarning(
  env: Env,
  siteZone: string,
  contentDir: string,
): Promise<string | undefined> {
  try {
    const sources = await readSources(env);
    const { file = 'sources.yaml', timeZone = defaultTimeZone } = sources ?? {};
    if (timeZone === siteZone || (!sources && !(await hasDays(contentDir)))) return undefined;
    const next = sources
      ? `Write timeZone: ${siteZone} into ${file}`
      : `Write ${file} with the API as its source and timeZone: ${siteZone} (${ownFile('docs/sources.md')})`;
    return `The timeZone is ${siteZone} in the site's settings, but days begin in ${timeZone} ${sources ? `by ${file}` : `without ${file}`}, so a release of today may appear too early or too late. ${next}, or change the site's settings.`;
  } catch (error) {
    if (error instanceof WaymarkError) return undefined;
    throw error;
  }
}

/**
 * Reads the settings of the sources. Returns undefined if there is no `sources.yaml` and SOURCES is
 * not set. @throws SettingsError
 */
export async function readSourcesSettings(env: Env): Promise<SourcesSettings | undefined> {
  const { SOURCES: named } = parseSettings(env, ['SOURCES']);
  const file = named ?? 'sources.yaml';
  const text = await readSourcesFile(file).catch((error: SettingsError) => {
    if (named !== undefined || !isMissing(error.cause)) throw error;
  });
  if (text === undefined) return undefined;
  const names = Object.keys(sourceSettings) as (keyof typeof sourceSettings)[];
  const tokens = Object.entries(env).filter(([name]) => isSourceToken(name));
  return { file, settings: parseSettings(env, names), tokens: Object.fromEntries(tokens) };
}

/** Reads the file with the sources. @throws SettingsError if it cannot be read */
export async function readSourcesFile(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    throw new SettingsError(
      `${file} cannot be read (${cause.code}). Check the file, and SOURCES if it is set.`,
      { cause },
    );
  });
}

function readApi(env: Env): ApiSettings {
  const {
    API_BASE_URL: baseUrl,
    API_KEY: key,
    API_AUTH: auth,
    SERVICE_URL: publicUrl,
  } = parseSettings(env, ['API_BASE_URL', 'API_KEY', 'API_AUTH', 'SERVICE_URL']);
  return { baseUrl, key, auth, publicUrl };
}
