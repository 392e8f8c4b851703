import { z } from 'zod';
import type { Database } from '../../lib/database/database.ts';
import { defined } from '../../lib/defined.ts';
import { ChangeType, StatusType, Workspace } from '../../model/api/workspace.ts';
import { json } from '../database/columns.ts';
import { upsert } from '../database/upsert.ts';

const Row = Workspace.extend({
  release_change_types: json(z.array(ChangeType)),
  roadmap_status_types: json(z.array(StatusType)),
});

/** What a database that nothing was imported into answers, so that a new changelog can begin. */
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

/** The database's one workspace. */
export function readWorkspace(database: Database): Workspace {
  return findWorkspace(database) ?? unnamed;
}

/** The workspace that was imported, if one was. */
export function findWorkspace(database: Database): Workspace | undefined {
  return database.get(
    Row,
    'SELECT id, name, slug, url, release_change_types, roadmap_status_types FROM workspace',
  );
}

/** Writes the workspace whole. */
export function saveWorkspace(database: Database, workspace: Workspace): void {
  upsert(database, 'workspace', {
    ...workspace,
    release_change_types: JSON.stringify(workspace.release_change_types),
    roadmap_status_types: JSON.stringify(workspace.roadmap_status_types),
  });
}

/** Gives the workspace another name or address, which imports leave to it; gives what it is then. */
export function nameWorkspace(
  database: Database,
  changes: { name?: string | undefined; url?: string | undefined },
  now: Date,
): Workspace {
  return database.transaction(() => {
    saveWorkspace(database, { ...readWorkspace(database), ...defined(changes) });
    database.run('UPDATE workspace SET named_at = :now', { now: now.toISOString() });
    return readWorkspace(database);
  });
}
