import { timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { digest } from '../../lib/digest.ts';
import type { Clock } from '../../lib/time/clock.ts';
import type { OpenDatabase } from '../database/location.ts';
import type { Db } from '../database/schema.ts';
import { isExpired } from './keys.ts';

/** Finds the holder of a key; undefined if the key is not valid. */
export interface KeyCheck {
  /** Checks the key against the current content of the database. */
  holderOf: (key: string) => Promise<string | undefined>;
  /**
   * Checks the key against keys read from the database at most a second ago, so that the database
   * is queried at most once a second.
   */
  recall: (key: string) => Promise<string | undefined>;
}

const recallMs = 1000;
const refusedMs = 60_000;
const maxRefused = 10_000;

/**
 * Checks keys against the digests in the database and the key of the environment. The name of a
 * holder is the digest of the key. Every digest is compared, so that the time taken reveals nothing
 * about the keys. If the engine does not report writes (`version` is undefined), each request reads
 * the digests, so that a revocation takes effect at once; refused keys are remembered for a minute.
 */
export function createKeyCheck(
  { db, version }: Pick<OpenDatabase, 'db' | 'version'>,
  { clock, environmentKey }: { clock: Pick<Clock, 'now'>; environmentKey?: string | undefined },
): KeyCheck {
  const given =
    environmentKey === undefined ? [] : [{ sha256: digest(environmentKey), expires_at: null }];
  const read = async () =>
    [...given, ...(await storedDigests(db))].map(({ sha256, expires_at }) => ({
      bytes: Buffer.from(sha256),
      expires_at,
    }));
  const findIn = (kept: Awaited<ReturnType<typeof read>>, holder: string) => {
    const presented = Buffer.from(holder);
    const equal = kept.filter(({ bytes }) => timingSafeEqual(bytes, presented));
    return equal.some((key) => !isExpired(key, clock.now())) ? holder : undefined;
  };
  if (version) {
    const accepted = freshAfterWrites(version, read);
    const holderOf = async (key: string) => findIn(await accepted(), digest(key));
    return { holderOf, recall: holderOf };
  }

  const now = () => clock.now().getTime();
  const refused = new LRUCache<string, true>({ max: maxRefused, ttl: refusedMs, perf: { now } });
  let last: { at: number; kept: ReturnType<typeof read> } | undefined;
  const readNow = () => {
    last = { at: now(), kept: read() };
    return last.kept;
  };
  return {
    async holderOf(key) {
      const name = digest(key);
      if (refused.has(name)) return undefined;
      const holder = findIn(await readNow(), name);
      if (holder === undefined) refused.set(name, true);
      return holder;
    },
    async recall(key) {
      const name = digest(key);
      if (refused.has(name)) return undefined;
      const isFresh = last !== undefined && now() - last.at < recallMs;
      return findIn(await (isFresh && last ? last.kept : readNow()), name);
    },
  };
}

function storedDigests(db: Db): Promise<{ sha256: string; expires_at: string | null }[]> {
  return db
    .selectFrom('api_key')
    .select(['sha256', 'expires_at'])
    .where('revoked_at', 'is', null)
    .execute();
}

/**
 * Caches a value until any process writes to the database.
 * @param version returns a text that differs after every write
 */
function freshAfterWrites<T>(version: () => string, make: () => Promise<T>): () => Promise<T> {
  let kept: { version: string; value: T } | undefined;
  return async () => {
    // The version is read before the value. If a write happens in between, the value is read again
    // next time.
    const current = version();
    if (kept?.version === current) return kept.value;
    kept = { version: current, value: await make() };
    return kept.value;
  };
}
