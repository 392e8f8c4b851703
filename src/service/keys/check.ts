import { timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { digest } from '../../lib/digest.ts';
import type { Clock } from '../../lib/time/clock.ts';
import type { OpenDatabase } from '../database/location.ts';
import type { Db } from '../database/schema.ts';
import { isExpired } from './keys.ts';

/** Names the holder of a valid key, the same each time; undefined for any other key. */
export interface KeyCheck {
  /** As the database says now. */
  holderOf: (key: string) => Promise<string | undefined>;
  /** As it said up to a second ago: however many ask, it is read once a second. */
  recall: (key: string) => Promise<string | undefined>;
}

const recallMs = 1000;
const refusedMs = 60_000;
const maxRefused = 10_000;

/**
 * Knows the keys that the database keeps, as digests, and the one that the environment gives; a
 * valid key's holder is named by its digest. All are compared, so that the time taken says nothing
 * about which came close. Where the database cannot tell what was written meanwhile, they are read
 * for every request: a key that was revoked elsewhere is dead at once. A refused key is remembered
 * there for a minute, as a digest, and is not looked up again.
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
 * Keeps what `make` gives for as long as the database is the same, and makes it anew after any
 * write, of this process or of another one.
 * @param version another text after every write
 */
function freshAfterWrites<T>(version: () => string, make: () => Promise<T>): () => Promise<T> {
  let kept: { version: string; value: T } | undefined;
  return async () => {
    // Asked before: what is made may be newer than that, and never older.
    const current = version();
    if (kept?.version === current) return kept.value;
    kept = { version: current, value: await make() };
    return kept.value;
  };
}
