import { z } from 'zod';
import type { Database } from '../../lib/database/database.ts';

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
];

/** Whether a database holds nothing that a data set could; keys and hooks are none of that. */
export function isEmpty(database: Database): boolean {
  const any = tables.map((table) => `EXISTS (SELECT 1 FROM ${table})`).join(' OR ');
  return database.get(z.object({ any: z.int() }), `SELECT ${any} AS any`)?.any === 0;
}
