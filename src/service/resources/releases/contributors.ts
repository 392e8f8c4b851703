import { Contributor } from '../../../model/api/parts.ts';
import { type PageQuery, paged } from '../../database/page.ts';
import type { Db } from '../../database/schema.ts';

/** One page of the workspace's members, by name. */
export async function listContributors(db: Db, page: PageQuery): Promise<Contributor[]> {
  const members = db.selectFrom('contributor').select(['id', 'name', 'avatar_url']);
  const rows = await paged(members.orderBy('name').orderBy('id'), page).execute();
  return rows.map((row) => Contributor.parse(row));
}

/** The member with this id. */
export async function findContributor(db: Db, id: string): Promise<Contributor | undefined> {
  const row = await db
    .selectFrom('contributor')
    .select(['id', 'name', 'avatar_url'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row && Contributor.parse(row);
}
