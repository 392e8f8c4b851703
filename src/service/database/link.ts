import { z } from 'zod';
import type { Database } from '../../lib/database/database.ts';

/** The tables that join two others in an order, and their two columns. */
const joins = {
  release_label: ['release_id', 'label_id'],
  release_contributor: ['release_id', 'contributor_id'],
  milestone_label: ['milestone_id', 'label_id'],
  subscription: ['subscriber_id', 'list_id'],
} as const;

export type JoinTable = keyof typeof joins;

/** The ids that a row is linked to, in their order. */
export function linkedIds(database: Database, table: JoinTable, owner: string): string[] {
  const [ownerColumn, targetColumn] = joins[table];
  return database
    .all(
      z.object({ id: z.string() }),
      `SELECT ${targetColumn} AS id FROM ${table} WHERE ${ownerColumn} = :owner ORDER BY position`,
      { owner },
    )
    .map(({ id }) => id);
}

/** Makes a row's links be exactly these, in their order; one that is named twice counts once. */
export function replaceLinks(
  database: Database,
  table: JoinTable,
  owner: string,
  targets: readonly { id: string }[],
): void {
  const [ownerColumn, targetColumn] = joins[table];
  database.run(`DELETE FROM ${table} WHERE ${ownerColumn} = :owner`, { owner });
  for (const [position, target] of targets.entries())
    database.run(
      `INSERT OR IGNORE INTO ${table} (${ownerColumn}, ${targetColumn}, position)
       VALUES (:owner, :target, :position)`,
      { owner, target: target.id, position },
    );
}
