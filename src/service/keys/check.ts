import { timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { digest } from '../../lib/digest.ts';
import type { Database } from '../database/database.ts';
import { freshAfterWrites } from '../database/fresh.ts';

/**
 * Accepts the keys that the database keeps, as digests, and the one that the environment gives.
 * All are compared, so that the time taken says nothing about which came close.
 */
export function createKeyCheck(
  database: Database,
  environmentKey?: string,
): (key: string) => boolean {
  const given = environmentKey === undefined ? [] : [digest(environmentKey)];
  const accepted = freshAfterWrites(database, () =>
    [...given, ...keptDigests(database)].map((hex) => Buffer.from(hex)),
  );
  return (key) => {
    const presented = Buffer.from(digest(key));
    return accepted().reduce((valid, kept) => timingSafeEqual(kept, presented) || valid, false);
  };
}

function keptDigests(database: Database): string[] {
  return database
    .all(z.object({ sha256: z.string() }), 'SELECT sha256 FROM api_key WHERE revoked_at IS NULL')
    .map(({ sha256 }) => sha256);
}
