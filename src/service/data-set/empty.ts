import { filledTable } from '../database/filled-table.ts';
import type { Db } from '../database/schema.ts';

const tables = [
  { name: 'release' },
  { name: 'milestone' },
  { name: 'project' },
  { name: 'label' },
  { name: 'contributor' },
  { name: 'subscriber' },
  { name: 'subscriber_list' },
  { name: 'incoming_webhook' },
  { name: 'file' },
];

/** Whether a database holds nothing that a data set could; keys and hooks are none of that. */
export async function isEmpty(db: Db): Promise<boolean> {
  return (await filledTable(db, tables)) === undefined;
}
