import type { Client } from '../../client/client.ts';
import type { Api } from '../../client/endpoints.ts';
import { SettingsError, WaymarkError } from '../../model/errors.ts';
import type { Source, SourceRows } from '../../sources/source.ts';
import { parseWorkspace, type SyncedWorkspace } from '../parse/parse-workspace.ts';

/** What `sources.yaml` lists, in its order. */
export interface SourceSet {
  workspace: SyncedWorkspace;
  /** `api`: the API of API_BASE_URL is one of them. */
  sources: readonly (Source | 'api')[];
  /** Finds pictures beside Markdown files, too. */
  download: Client['download'];
}

/** One of the places that entries come from, after it was read. */
export interface Part {
  /** As `.sync.json` and reports name it; undefined where the API alone is synced from. */
  name: string | undefined;
  content:
    | { kind: 'api'; api: Api }
    | { kind: 'rows'; rows: SourceRows }
    /** Nothing is known of its entries. */
    | { kind: 'failed'; why: string };
}

export interface Upstream {
  workspace: SyncedWorkspace;
  /** In words: what of the workspace could not be used. */
  notes: string[];
  parts: Part[];
}

export const apiName = 'api';

/** What `.sync.json` has in the place of the API's address. */
export const sourcesAddress = 'sources.yaml';

/**
 * Reads the workspace, and every source but the API, whose lists are read later.
 * @param set undefined: the API alone
 * @throws WaymarkError when the workspace cannot be read, or every source failed
 */
export async function readUpstream(api: Api, set: SourceSet | undefined): Promise<Upstream> {
  const ofApi = async () => parseWorkspace(await api.workspace(), api.baseUrl);
  if (!set)
    return { ...(await ofApi()), parts: [{ name: undefined, content: { kind: 'api', api } }] };
  const parts = await Promise.all(
    set.sources.map(async (source): Promise<Part & { of?: Awaited<ReturnType<typeof ofApi>> }> => {
      const name = source === 'api' ? apiName : source.name;
      try {
        if (source !== 'api') return { name, content: { kind: 'rows', rows: await source.read() } };
        return { name, content: { kind: 'api', api }, of: await ofApi() };
      } catch (error) {
        if (!(error instanceof WaymarkError) || error instanceof SettingsError) throw error;
        return { name, content: { kind: 'failed', why: error.message } };
      }
    }),
  );
  throwIfAllFailed(parts);
  const own = parts.find(({ of }) => of)?.of;
  if (own && own.workspace.id !== set.workspace.id)
    throw new SettingsError(
      `sources.yaml names the workspace ${set.workspace.id}, and the API has ${own.workspace.id}.\nWrite the API’s id into sources.yaml, or take "api: true" out of it.`,
    );
  const workspace = { ...own?.workspace, ...set.workspace };
  return { workspace, notes: own?.notes ?? [], parts };
}

/** @throws WaymarkError that says why each of them failed */
export function throwIfAllFailed(parts: readonly Part[]): void {
  const whys = parts.flatMap(({ name, content }) =>
    content.kind === 'failed' ? [`${name}: ${content.why}`] : [],
  );
  if (whys.length < parts.length) return;
  throw new WaymarkError(`Every source failed, and nothing was changed.\n${whys.join('\n')}`);
}
