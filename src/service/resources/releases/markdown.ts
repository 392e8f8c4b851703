import { digest } from '../../../lib/digest.ts';
import type { Release } from '../../../model/api/release.ts';
import type { Db } from '../../database/schema.ts';

/** The Markdown of a release's text, if the HTML is still the one that was made of it. */
export async function readMarkdown(db: Db, { id, body }: Release): Promise<string | undefined> {
  const rows = db.selectFrom('desk_markdown').select(['markdown', 'sha256']);
  const row = await rows.where('release_id', '=', id).executeTakeFirst();
  return row?.sha256 === digest(body) ? row.markdown : undefined;
}

/** Keeps the Markdown of which a release's text was made; undefined if it was written as HTML. */
export async function keepMarkdown(
  db: Db,
  { id, body }: Release,
  markdown: string | undefined,
): Promise<void> {
  await db.deleteFrom('desk_markdown').where('release_id', '=', id).execute();
  if (markdown === undefined) return;
  const row = { release_id: id, markdown, sha256: digest(body) };
  await db.insertInto('desk_markdown').values(row).execute();
}
