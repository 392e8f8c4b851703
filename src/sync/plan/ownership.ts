import { sampleWorkspaceId } from '../../model/api/workspace.ts';
import type { SyncState } from '../../model/content/sync-state.ts';
import { WaymarkError } from '../../model/errors.ts';

/**
 * Whose content it is: `same` goes on from what is there, `fresh` starts from empty.
 * The bundled sample gives way to any workspace without asking.
 * @throws WaymarkError when the content belongs to another workspace and `replace` was not asked for
 */
export function ownership(
  state: Pick<SyncState, 'workspace'> | undefined,
  workspace: { id: string; name: string },
  replace: boolean,
): 'same' | 'fresh' {
  if (!state) return 'fresh';
  if (state.workspace === workspace.id) return 'same';
  if (state.workspace === sampleWorkspaceId || replace) return 'fresh';
  throw new WaymarkError(
    `The content folder belongs to another workspace (${state.workspace}), and API_BASE_URL and API_KEY lead to “${workspace.name}” (${workspace.id}).\nUse --replace to start from empty, or --content DIR for another folder.`,
  );
}
