import { sampleWorkspaceId } from '../../model/api/workspace.ts';
import type { SyncState } from '../../model/content/sync-state.ts';
import { WaymarkError } from '../../model/errors.ts';
import { type SourceSet, sourcesAddress } from './sources/upstream.ts';

/**
 * Whether a sync continues from the existing content (`same`) or replaces it (`fresh`). The bundled
 * sample is always replaced.
 * @param set undefined if the API is now the only source
 * @throws WaymarkError if the content belongs to another workspace or has another origin, unless
 * `replace` is set
 */
export function decideOwnership(
  state: Pick<SyncState, 'workspace' | 'api'> | undefined,
  workspace: { id: string; name: string },
  set: Pick<SourceSet, 'sources'> | undefined,
  replace: boolean,
): 'same' | 'fresh' {
  if (!state) return 'fresh';
  const isSame = state.workspace === workspace.id;
  const [before, now] = [state.api === sourcesAddress, set !== undefined];
  if (isSame && (now === before || set?.sources.includes('api'))) return 'same';
  if (replace || (state.workspace === sampleWorkspaceId && !isSame)) return 'fresh';
  if (isSame)
    throw new WaymarkError(
      `The content comes from ${nameOrigin(before)}, but would now come from ${nameOrigin(now)}, so all its entries would go.\nCheck sources.yaml, SOURCES, and API_BASE_URL. Use --replace to replace the content, or --content DIR for another folder.`,
    );
  throw new WaymarkError(
    `The content folder belongs to another workspace (${state.workspace}). The workspace that was read is “${workspace.name}” (${workspace.id}).\nCheck the id in sources.yaml, or API_BASE_URL and API_KEY. Use --replace to replace its content, or --content DIR for another folder.`,
  );
}

function nameOrigin(isOfSources: boolean): string {
  return isOfSources ? 'the sources in sources.yaml' : 'an API';
}
