import { oneLine } from '../../../lib/text/text.ts';
import { ApiWorkspace } from '../../../model/api/rows.ts';
import type { ColourPair } from '../../../model/content/content.ts';
import { WaymarkError } from '../../../model/errors.ts';
import { parseRow } from './parse-rows.ts';

type Rows = 'release_change_types' | 'roadmap_status_types';
type WithColours<T> = Omit<T, 'color'> & { color?: string | ColourPair | null | undefined };

/**
 * The workspace's types of changes and statuses. If they come from existing content, each colour is
 * already a pair: one for the light theme and one for the dark theme.
 */
export type WorkspaceTypes = {
  [Name in Rows]?: WithColours<NonNullable<ApiWorkspace[Name]>[number]>[] | null | undefined;
};

/**
 * The workspace from the API. If it has no name there, its slug or the API's host becomes the name.
 */
export type SyncedWorkspace = Omit<ApiWorkspace, Rows> & WorkspaceTypes & { name: string };

/** @throws WaymarkError if the value is not a workspace */
export function parseWorkspace(
  value: unknown,
  baseUrl: string,
): { workspace: SyncedWorkspace; notes: string[] } {
  const kind = { name: 'workspace', schema: ApiWorkspace, vital: ['id'] };
  const { good, bad } = parseRow(kind, value);
  if (!good)
    throw new WaymarkError(
      `GET ${baseUrl}/v1/workspace did not return a workspace (${bad.why}).\nCheck that API_BASE_URL is the address of the API, without /v1.`,
    );
  const { row } = good;
  const name = oneLine(row.name ?? '') || oneLine(row.slug ?? '') || new URL(baseUrl).host;
  const notes = good.notes.map((note) => `The workspace: ${note}.`);
  return { workspace: { ...row, name }, notes };
}
