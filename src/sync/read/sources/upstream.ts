import type { Client } from '../../../client/client.ts';
import type { Api } from '../../../client/endpoints.ts';
import { defaultTimeZone } from '../../../config/time-zone.ts';
import { SettingsError, WaymarkError, WithheldError } from '../../../model/errors.ts';
import type { Source, SourceRows } from '../../../sources/source.ts';
import { parseWorkspace, type SyncedWorkspace } from '../parse/parse-workspace.ts';

/** The workspace and the sources in `sources.yaml`, in the order of that file. */
export interface SourceSet {
  workspace: SyncedWorkspace;
  timeZone: string;
  /** `api` means the API at API_BASE_URL. */
  sources: readonly (Source | 'api')[];
  /** Downloads pictures and files, including pictures beside Markdown files. */
  download: Client['download'];
}

/** The result of reading one source of entries: one of `api`, `rows` and `failure`. */
export interface Part {
  /** Name in `.sync.json` and in reports; undefined if the API is the only source. */
  name: string | undefined;
  api?: Api;
  rows?: SourceRows;
  /** Why the part could not be read, so that its entries are unknown. */
  failure?: string | undefined;
  /** Whether it may be read once the user has decided. */
  isWithheld?: boolean;
}

export interface Upstream {
  workspace: SyncedWorkspace;
  /** The zone in which a release of a day becomes public. */
  timeZone: string;
  /** Messages about parts of the workspace that could not be used. */
  notes: string[];
  parts: Part[];
}

export const apiName = 'api';

/** Recorded in `.sync.json` instead of the API's address if there is a `sources.yaml`. */
export const sourcesAddress = 'sources.yaml';

/**
 * Reads the workspace and all sources, except for the API's lists, which are read later.
 * @param set undefined if entries come only from the API
 * @throws WaymarkError if the workspace cannot be read, or every source failed
 */
export async function readUpstream(api: Api, set: SourceSet | undefined): Promise<Upstream> {
  const ofApi = async () => parseWorkspace(await api.workspace(), api.baseUrl);
  if (!set)
    return {
      ...(await ofApi()),
      timeZone: defaultTimeZone,
      parts: [{ name: undefined, api }],
    };
  const parts = await Promise.all(
    set.sources.map(async (source): Promise<Part & { of?: Awaited<ReturnType<typeof ofApi>> }> => {
      const name = source === 'api' ? apiName : source.name;
      try {
        if (source !== 'api') return { name, rows: await source.read() };
        return { name, api, of: await ofApi() };
      } catch (error) {
        if (!(error instanceof WaymarkError) || error instanceof SettingsError) throw error;
        return { name, failure: error.message, isWithheld: error instanceof WithheldError };
      }
    }),
  );
  throwIfAllFailed(parts);
  const own = parts.find(({ of }) => of)?.of;
  if (own && own.workspace.id !== set.workspace.id)
    throw new SettingsError(
      `sources.yaml has the workspace ${set.workspace.id}, but the API has ${own.workspace.id}.\nUse the API’s id in sources.yaml, or remove "api: true" from sources.yaml.`,
    );
  const workspace = { ...own?.workspace, ...set.workspace };
  return { workspace, timeZone: set.timeZone, notes: own?.notes ?? [], parts };
}

/** @throws WaymarkError with the reason of each part, if every part failed */
export function throwIfAllFailed(
  parts: readonly Pick<Part, 'name' | 'failure' | 'isWithheld'>[],
): void {
  const whys = parts.flatMap(({ name, failure }) => (failure ? [`${name}: ${failure}`] : []));
  if (whys.length < parts.length) return;
  const AllFailed = parts.every(({ isWithheld }) => isWithheld) ? WithheldError : WaymarkError;
  throw new AllFailed(`Every source failed. Nothing was changed.\n${whys.join('\n')}`);
}
