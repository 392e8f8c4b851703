import { z } from 'zod';
import { digest } from '../lib/digest.ts';
import type { Database } from './database/database.ts';
import { type KeyCheck, sameDigest } from './http/authenticate.ts';

/**
 * Accepts the keys that the database keeps, as digests, and the one that the environment gives.
 * All are compared, so that the time taken says nothing about which came close.
 */
export function createKeyCheck(database: Database, environmentKey?: string): KeyCheck {
  const given = environmentKey === undefined ? [] : [digest(environmentKey)];
  return (key) => {
    const presented = digest(key);
    return [...given, ...keptDigests(database)].reduce(
      (valid, kept) => sameDigest(kept, presented) || valid,
      false,
    );
  };
}

function keptDigests(database: Database): string[] {
  return database
    .all(z.object({ sha256: z.string() }), 'SELECT sha256 FROM api_key WHERE revoked_at IS NULL')
    .map(({ sha256 }) => sha256);
}
