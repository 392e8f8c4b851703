import type { Db, Schema } from '../database/schema.ts';
import { type Columns, untyped } from '../database/untyped.ts';

/** How many things of a kind a backup does not bring back as they are. */
export interface Lost {
  what: 'key' | 'hook' | 'incoming webhook' | 'subscriber' | 'release' | 'milestone';
  count: number;
}

/** By what a row is known, and where it is told, as which it was changed last. */
const kinds: Record<Lost['what'], { table: keyof Schema; columns: string[] }> = {
  key: { table: 'api_key', columns: ['id'] },
  hook: { table: 'hook', columns: ['id'] },
  'incoming webhook': { table: 'incoming_webhook', columns: ['id'] },
  subscriber: { table: 'subscriber', columns: ['id', 'updated_at'] },
  release: { table: 'release', columns: ['id', 'updated_at'] },
  milestone: { table: 'milestone', columns: ['id', 'updated_at'] },
};

/** What a database holds that was made or changed since a backup of it; kinds without any are left out. */
export async function countLost(backup: Db, now: Db): Promise<Lost[]> {
  const lost: Lost[] = [];
  for (const what of Object.keys(kinds) as Lost['what'][]) {
    const kept = new Set(await rowsOf(backup, what));
    const count = (await rowsOf(now, what)).filter((row) => !kept.has(row)).length;
    if (count > 0) lost.push({ what, count });
  }
  return lost;
}

async function rowsOf(db: Db, what: Lost['what']): Promise<string[]> {
  const { table, columns } = kinds[what];
  const rows: Columns[] = await untyped(db).selectFrom(table).select(columns).execute();
  return rows.map((row) => JSON.stringify(columns.map((column) => row[column])));
}
