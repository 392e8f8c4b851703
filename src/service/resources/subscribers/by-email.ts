import { wordsOf } from '../../database/engine.ts';
import type { Db } from '../../database/schema.ts';

/** The id of whoever has this address, in whatever case its letters from A to Z are. */
export async function findByEmail(db: Db, email: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('subscriber')
    .select('id')
    .where(wordsOf(db).foldedEmail, '=', foldEmail(email))
    .executeTakeFirst();
  return row?.id;
}

/** An address as the database compares it: other alphabets have more than one way to be folded. */
export function foldEmail(email: string): string {
  return email.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
