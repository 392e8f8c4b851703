import { timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Database } from '../../lib/database/database.ts';
import { digest } from '../../lib/digest.ts';
import { freshAfterWrites } from '../database/fresh.ts';

/**
 * Knows the keys that the database keeps, as digests, and the one that the environment gives; a
 * valid key's holder is named by its digest. All are compared, so that the time taken says nothing
 * about which came close.
 */
export function createKeyCheck(
  database: Database,
  environmentKey?: string,
): (key: string) => string | undefined {
  const given = environmentKey === undefined ? [] : [digest(environmentKey)];
  const accepted = freshAfterWrites(database, () =>
    [...given, ...keptDigests(database)].map((hex) => Buffer.from(hex)),
  );
  return (key) => {
    const holder = digest(key);
    const presented = Buffer.from(holder);
    const matches = accepted().filter((kept) => timingSafeEqual(kept, presented));
    return matches.length > 0 ? holder : undefined;
  };
}

function keptDigests(database: Database): string[] {
  return database
    .all(z.object({ sha256: z.string() }), 'SELECT sha256 FROM api_key WHERE revoked_at IS NULL')
    .map(({ sha256 }) => sha256);
}
