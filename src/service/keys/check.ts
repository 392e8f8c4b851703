import { timingSafeEqual } from 'node:crypto';
import { andThen } from '../../lib/and-then.ts';
import { digest } from '../../lib/digest.ts';
import { freshAfterWrites } from '../database/fresh.ts';
import type { OpenDatabase } from '../database/location.ts';
import type { Db } from '../database/schema.ts';

/**
 * Knows the keys that the database keeps, as digests, and the one that the environment gives; a
 * valid key's holder is named by its digest. All are compared, so that the time taken says nothing
 * about which came close. Where the database cannot tell what was written meanwhile, they are read
 * for every request: a key that was revoked elsewhere is dead at once.
 */
export function createKeyCheck(
  { db, version }: Pick<OpenDatabase, 'db' | 'version'>,
  environmentKey?: string,
): (key: string) => string | undefined | Promise<string | undefined> {
  const given = environmentKey === undefined ? [] : [digest(environmentKey)];
  const read = async () => [...given, ...(await keptDigests(db))].map((hex) => Buffer.from(hex));
  const accepted = version ? freshAfterWrites(version, read) : read;
  return (key) => {
    const holder = digest(key);
    const presented = Buffer.from(holder);
    const named = (kept: Buffer[]) =>
      kept.filter((one) => timingSafeEqual(one, presented)).length > 0 ? holder : undefined;
    return andThen(accepted(), named);
  };
}

async function keptDigests(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('api_key')
    .select('sha256')
    .where('revoked_at', 'is', null)
    .execute();
  return rows.map(({ sha256 }) => sha256);
}
