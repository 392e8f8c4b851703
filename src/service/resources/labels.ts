import { Label } from '../../model/api/parts.ts';
import type { Db } from '../database/schema.ts';

/** All labels, by name; the API shows them inside releases and milestones alone. */
export async function allLabels(db: Db): Promise<Label[]> {
  const rows = await db
    .selectFrom('label')
    .select(['id', 'name', 'slug', 'color'])
    .orderBy('name')
    .orderBy('id')
    .execute();
  return rows.map((row) => Label.parse(row));
}
