import { isDeepStrictEqual } from 'node:util';
import type { Workspace } from '../../model/api/workspace.ts';
import { SettingsError } from '../../model/errors.ts';
import { filledTable } from '../database/queries.ts';
import type { Db } from '../database/schema.ts';
import { findWorkspace, saveWorkspace, unnamed } from '../resources/workspace.ts';
import type { ImportDecision } from './step.ts';

/** @throws SettingsError if the database holds a workspace other than the data set's */
export async function refuseOther(db: Db, { id, name }: Workspace): Promise<void> {
  const present = await findWorkspace(db);
  if (!present || present.id === id) return;
  // The workspace of a new service has the default id. As long as it has no content, it becomes the
  // imported workspace.
  if (present.id === unnamed.id && (await isEmpty(db))) return;
  throw new SettingsError(
    `The database holds the workspace "${present.name}" (${present.id}), but the data set holds the workspace "${name}" (${id}). A database has one workspace. Choose another file with --database.`,
  );
}

/**
 * Decides what an import does with the workspace. A name or address that was set in this database
 * is kept, unless `replace` is set.
 */
export async function decideWorkspace(
  db: Db,
  workspace: Workspace,
  replace: boolean,
): Promise<ImportDecision> {
  const present = await findWorkspace(db);
  if (!present) return 'new';
  if (isDeepStrictEqual(present, workspace)) return 'same';
  const row = await desiredWorkspace(db, workspace, replace);
  return isDeepStrictEqual(present, row) ? 'kept' : 'changed';
}

export async function writeWorkspace(
  db: Db,
  workspace: Workspace,
  replace: boolean,
): Promise<void> {
  const row = await desiredWorkspace(db, workspace, replace);
  const present = await findWorkspace(db);
  if (present && present.id !== row.id)
    await db.updateTable('workspace').set({ id: row.id }).execute();
  await saveWorkspace(db, row);
  if (replace) await db.updateTable('workspace').set({ named_at: null }).execute();
}

async function desiredWorkspace(
  db: Db,
  workspace: Workspace,
  replace: boolean,
): Promise<Workspace> {
  const present = await findWorkspace(db);
  const row = await db.selectFrom('workspace').select('named_at').executeTakeFirst();
  if (!present || replace || !row?.named_at) return workspace;
  return { ...workspace, ...given('name', present), ...given('url', present) };
}

/** Returns the field if it was set. The default value does not count as set. */
function given(field: 'name' | 'url', present: Workspace): Partial<Workspace> {
  return present[field] === unnamed[field] ? {} : { [field]: present[field] };
}

const tables = [
  ...['release', 'milestone', 'project', 'label', 'contributor'],
  ...['subscriber', 'subscriber_list', 'incoming_webhook', 'file'],
].map((name) => ({ name }));

/**
 * Whether a database has no content. Keys and hooks do not count, because data sets do not contain
 * them.
 */
export async function isEmpty(db: Db): Promise<boolean> {
  return (await filledTable(db, tables)) === undefined;
}
