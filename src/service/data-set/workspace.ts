import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Database } from '../../lib/database/database.ts';
import type { Workspace } from '../../model/api/workspace.ts';
import { SettingsError } from '../../model/errors.ts';
import { findWorkspace, saveWorkspace, unnamed } from '../resources/workspace.ts';
import { isEmpty } from './empty.ts';
import type { ImportDecision } from './step.ts';

/** @throws SettingsError when the database holds another workspace than the data set */
export function refuseOther(database: Database, { id, name }: Workspace): void {
  const present = findWorkspace(database);
  if (!present || present.id === id) return;
  // One that was only named here, before it held anything, becomes the one that is imported.
  if (present.id === unnamed.id && isEmpty(database)) return;
  throw new SettingsError(
    `The database holds the workspace "${present.name}" (${present.id}), the data set "${name}" (${id}). A database keeps one workspace: choose another file with --database.`,
  );
}

/** The name and the address that it was given here stay, unless all is to be replaced. */
export function decideWorkspace(
  database: Database,
  workspace: Workspace,
  replace: boolean,
): ImportDecision {
  const present = findWorkspace(database);
  if (!present) return 'new';
  if (isDeepStrictEqual(present, workspace)) return 'same';
  return isDeepStrictEqual(present, wanted(database, workspace, replace)) ? 'kept' : 'changed';
}

export function writeWorkspace(database: Database, workspace: Workspace, replace: boolean): void {
  const row = wanted(database, workspace, replace);
  const present = findWorkspace(database);
  if (present && present.id !== row.id)
    database.run('UPDATE workspace SET id = :id', { id: row.id });
  saveWorkspace(database, row);
  if (replace) database.run('UPDATE workspace SET named_at = NULL');
}

function wanted(database: Database, workspace: Workspace, replace: boolean): Workspace {
  const present = findWorkspace(database);
  if (!present || replace || !isNamedHere(database)) return workspace;
  return { ...workspace, ...given('name', present), ...given('url', present) };
}

/** What nobody gave is no name of anybody's. */
function given(field: 'name' | 'url', present: Workspace): Partial<Workspace> {
  return present[field] === unnamed[field] ? {} : { [field]: present[field] };
}

function isNamedHere(database: Database): boolean {
  const row = z.object({ named_at: z.string().nullable() });
  return Boolean(database.get(row, 'SELECT named_at FROM workspace')?.named_at);
}
