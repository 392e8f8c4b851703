import { sampleWorkspaceId } from '../../model/api/workspace.ts';
import type { SyncState } from '../../model/content/sync-state.ts';
import { WaymarkError } from '../../model/errors.ts';

/**
 * Whether a sync continues from the existing content (`same`) or replaces it (`fresh`). The bundled
 * sample is always replaced.
 * @throws WaymarkError if the content belongs to another workspace, unless `replace` is set
 */
export function decideOwnership(
  state: Pick<SyncState, 'workspace'> | undefined,
  workspace: { id: string; name: string },
  replace: boolean,
): 'same' | 'fresh' {
  if (!state) return 'fresh';
  if (state.workspace === workspace.id) return 'same';
  if (state.workspace === sampleWorkspaceId || replace) return 'fresh';
  throw new WaymarkError(
    `The content folder belongs to another workspace (${state.workspace}). The workspace that was read is “${workspace.name}” (${workspace.id}).\nCheck the id in sources.yaml, or API_BASE_URL and API_KEY. Use --replace to replace its content, or --content DIR for another folder.`,
  );
}
