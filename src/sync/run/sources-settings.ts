import { readFile } from 'node:fs/promises';
import { type Env, parseSettings, type Settings } from '../../config/settings.ts';
import { isSourceToken, kindOf, sourceSettings } from '../../config/source-settings.ts';
import type { SourcesFile } from '../../config/sources-file.ts';
import { zoneWarning } from '../../config/zone-warning.ts';
import { isMissing } from '../../lib/files/missing.ts';
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
export async function readUpstreamSettings(env: Env) {
  const sources = await readSources(env);
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
 * The result of `zoneWarning` for the current `sources.yaml`. A file that is invalid gives no
 * warning. Without the file, the zone matters only if a release of the content has a day.
 */
export async function readZoneWarning(
  env: Env,
  siteZone: string,
  contentDir: string,
): Promise<string | undefined> {
  try {
    const sources = await readSources(env);
    const warning = zoneWarning(siteZone, sources);
    return sources || (warning && (await hasDays(contentDir))) ? warning : undefined;
  } catch (error) {
    if (error instanceof WaymarkError) return undefined;
    throw error;
  }
}

/**
 * Reads `sources.yaml` and the settings of its sources. Returns undefined if there is no such file
 * and SOURCES is not set.
 * @throws SettingsError that names every problem of the file or of the settings
 */
export async function readSources(env: Env): Promise<(SourcesFile & SourcesSettings) | undefined> {
  const { SOURCES: named } = parseSettings(env, ['SOURCES']);
  const file = named ?? 'sources.yaml';
  const text = await readSourcesFile(file).catch((error: SettingsError) => {
    if (named !== undefined || !isMissing(error.cause)) throw error;
  });
  if (text === undefined) return undefined;
  // Loaded on demand, because the parser of YAML takes a tenth of a second to load.
  const { parseSourcesFile } = await import('../../config/sources-file.ts');
  const names = Object.keys(sourceSettings) as (keyof typeof sourceSettings)[];
  const tokens = Object.fromEntries(Object.entries(env).filter(([name]) => isSourceToken(name)));
  const settings = parseSettings(env, names);
  return { file, settings, tokens, ...parseSourcesFile(file, text) };
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
