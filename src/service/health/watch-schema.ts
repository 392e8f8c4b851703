import { takenMigrations } from '../database/migrations/migrate.ts';
import type { Db } from '../database/schema.ts';

/**
 * Gives a check that a database has the schema that it was opened with, which is the one that is
 * known. It throws where another instance, which is newer, has changed that since, and where the
 * database does not answer.
 */
export async function watchSchema(db: Db): Promise<() => Promise<void>> {
  const known = await takenMigrations(db);
  return async () => {
    const others = (await takenMigrations(db)).filter((name) => !known.includes(name));
    if (others.length === 0) return;
    throw new Error(
      `A newer Waymark has changed the database: this one does not know the migration "${others.at(-1)}". Update it.`,
    );
  };
}
