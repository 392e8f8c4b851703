import { z } from 'zod';
import { ChangeType, StatusType, Workspace } from '../../model/api/workspace.ts';
import { json } from '../database/columns.ts';
import { save } from '../database/save.ts';
import type { Db } from '../database/schema.ts';
import { inTransaction } from '../database/transaction.ts';
import { emitChanged } from '../events/emit.ts';
import { defined } from './defined.ts';

const Row = Workspace.extend({
  release_change_types: json(z.array(ChangeType)),
  roadmap_status_types: json(z.array(StatusType)),
});

/** The workspace of an empty database. */
export const unnamed: Workspace = {
  id: 'workspace',
  name: 'Changelog',
  slug: 'changelog',
  url: 'http://localhost:4321',
  release_change_types: [
    { id: 'new', title: 'New', color: '#16a34a' },
    { id: 'improved', title: 'Improved', color: '#2563eb' },
    { id: 'fixed', title: 'Fixed', color: '#d97706' },
  ],
  roadmap_status_types: [
    { id: 'planned', title: 'Planned', color: '#3b82f6', stage: 'PLANNED' },
    { id: 'in-progress', title: 'In progress', color: '#f59e0b', stage: 'IN_PROGRESS' },
    { id: 'shipped', title: 'Shipped', color: '#22c55e', stage: 'COMPLETED' },
  ],
};

/** Reads the workspace. A database contains only one. */
export async function readWorkspace(db: Db): Promise<Workspace> {
  return (await findWorkspace(db)) ?? unnamed;
}

/** The workspace of the database; undefined if the database is empty. */
export async function findWorkspace(db: Db): Promise<Workspace | undefined> {
  const row = await db
    .selectFrom('workspace')
    .select(['id', 'name', 'slug', 'url', 'release_change_types', 'roadmap_status_types'])
    .executeTakeFirst();
  return row && Row.parse(row);
}

export async function saveWorkspace(db: Db, workspace: Workspace): Promise<void> {
  await save(db, 'workspace', {
    ...workspace,
    release_change_types: JSON.stringify(workspace.release_change_types),
    roadmap_status_types: JSON.stringify(workspace.roadmap_status_types),
  });
}

/**
 * Sets the name or address of the workspace, and returns the workspace. Later imports do not
 * overwrite these values.
 */
export function nameWorkspace(
  db: Db,
  changes: { name?: string | undefined; url?: string | undefined },
  now: Date,
): Promise<Workspace> {
  return inTransaction(db, async (db) => {
    await saveWorkspace(db, { ...(await readWorkspace(db)), ...defined(changes) });
    await db.updateTable('workspace').set({ named_at: now.toISOString() }).execute();
    const workspace = await readWorkspace(db);
    await emitChanged(db, { kind: 'workspace', id: workspace.id }, now);
    return workspace;
  });
}
