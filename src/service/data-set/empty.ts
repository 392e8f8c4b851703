import { sql } from 'kysely';
import type { Db } from '../database/schema.ts';

const tables = [
  'release',
  'milestone',
  'project',
  'label',
  'contributor',
  'subscriber',
  'subscriber_list',
  'incoming_webhook',
  'file',
] as const;

/** Whether a database holds nothing that a data set could; keys and hooks are none of that. */
export async function isEmpty(db: Db): Promise<boolean> {
  for (const table of tables) {
    const any = db.selectFrom(table).select(sql.lit(1).as('any')).limit(1);
    if (await any.executeTakeFirst()) return false;
  }
  return true;
}
