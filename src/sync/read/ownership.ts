import { sampleWorkspaceId } from '../../model/api/workspace.ts';
import type { SyncState } from '../../model/content/sync-state.ts';
import { WaymarkError } from '../../model/errors.ts';

/**
 * Where content came from after the last sync, and where it comes from now: an API alone, the
 * sources in `sources.yaml`, or both.
 */
export interface Origins {
  before: 'api' | 'sources';
  now: 'api' | 'sources' | 'both';
}

/**
 * Whether a sync continues from the existing content (`same`) or replaces it (`fresh`). The bundled
 * sample is always replaced.
 * @throws WaymarkError if the content belongs to another workspace or has another origin, unless
 * `replace` is set
 */
export function decideOwnership(
  state: Pick<SyncState, 'workspace'> | undefined,
  workspace: { id: string; name: string },
  { before, now }: Origins,
  replace: boolean,
): 'same' | 'fresh' {
  if (!state) return 'fresh';
  const isSame = state.workspace === workspace.id;
  if (isSame && (now === before || now === 'both')) return 'same';
  if (replace || (state.workspace === sampleWorkspaceId && !isSame)) return 'fresh';
  if (isSame)
    throw new WaymarkError(
      `The content comes from ${originNames[before]}, but would now come from ${originNames[now]}, so all its entries would go.\nCheck sources.yaml, SOURCES, and API_BASE_URL. Use --replace to replace the content, or --content DIR for another folder.`,
    );
  throw new WaymarkError(
    `The content folder belongs to another workspace (${state.workspace}). The workspace that was read is “${workspace.name}” (${workspace.id}).\nCheck the id in sources.yaml, or API_BASE_URL and API_KEY. Use --replace to replace its content, or --content DIR for another folder.`,
  );
}

const originNames = { api: 'an API', sources: 'the sources in sources.yaml', both: '' };
