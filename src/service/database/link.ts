import type { Database } from '../../lib/database/database.ts';

/** The tables that join two others in an order, and their two columns. */
const joins = {
  release_label: ['release_id', 'label_id'],
  release_contributor: ['release_id', 'contributor_id'],
  milestone_label: ['milestone_id', 'label_id'],
  subscription: ['subscriber_id', 'list_id'],
} as const;

/** Makes a row's links be exactly these, in their order; one that is named twice counts once. */
export function replaceLinks(
  database: Database,
  table: keyof typeof joins,
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
