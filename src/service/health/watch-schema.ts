import { takenMigrations } from '../database/migrations/migrate.ts';
import type { Db } from '../database/schema.ts';

/**
 * Gives a check that a database has the schema that it was opened with, which is the one that is
 * known. It throws where another instance, which is newer, has changed that since, where an older
 * database was put in its place, and where the database does not answer.
 */
export async function watchSchema(db: Db): Promise<() => Promise<void>> {
  const known = await takenMigrations(db);
  return async () => {
    const taken = await takenMigrations(db);
    const other = taken.findLast((name) => !known.includes(name));
    if (other !== undefined)
      throw new Error(
        `A newer Waymark has changed the database: this one does not know the migration "${other}". Update it.`,
      );
    const lost = known.find((name) => !taken.includes(name));
    if (lost !== undefined)
      throw new Error(
        `The database is an older one than before: it lacks the migration "${lost}". Start the service again, which takes it.`,
      );
  };
}
