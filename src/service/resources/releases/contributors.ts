import type { Database } from '../../../lib/database/database.ts';
import { Contributor } from '../../../model/api/parts.ts';
import { type List, type ListQuery, readPage } from '../../database/page.ts';

const list: List<Contributor> = {
  row: Contributor,
  table: 'contributor',
  by: 'name',
  select: 'SELECT id, name, avatar_url FROM contributor',
  conditions: {},
};

/** One page of the workspace's members, by name. */
export function listContributors(database: Database, query: ListQuery): Contributor[] {
  return readPage(database, list, query);
}
