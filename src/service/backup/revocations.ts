import type { Selectable } from 'kysely';
import { digest } from '../../lib/digest.ts';
import type { Db, ErasedKind, Schema } from '../database/schema.ts';

type Row<T extends keyof Schema, C extends keyof Selectable<Schema[T]>> = Pick<
  Selectable<Schema[T]>,
  C
>;

/** What was taken from whom up to now, and what was sent: a backup from before knows less of it. */
export interface Revocations {
  /** All traces of what was taken away for good. */
  erasures: Selectable<Schema['erasure']>[];
  /** Digests of the ids of those that are gone still: an import may have brought some back. */
  gone: Record<ErasedKind, ReadonlySet<string>>;
  revokedKeys: Row<'api_key', 'id' | 'revoked_at'>[];
  hooks: Row<
    'hook',
    'id' | 'secret' | 'previous_secret' | 'previous_secret_until' | 'disabled_at'
  >[];
  webhooks: Row<'incoming_webhook', 'id' | 'is_enabled' | 'token' | 'url'>[];
  /** Deliveries that are over. */
  settled: Selectable<Schema['delivery']>[];
}

/** Reads them from the database as it is now. */
export async function readRevocations(db: Db): Promise<Revocations> {
  const erasures = await db.selectFrom('erasure').selectAll().execute();
  const goneOf = async (kind: ErasedKind) => {
    const gone = new Set(erasures.filter((one) => one.kind === kind).map((one) => one.sha256));
    for (const { id } of await db.selectFrom(kind).select('id').execute()) gone.delete(digest(id));
    return gone;
  };
  return {
    erasures,
    gone: {
      subscriber: await goneOf('subscriber'),
      hook: await goneOf('hook'),
      incoming_webhook: await goneOf('incoming_webhook'),
    },
    revokedKeys: await db
      .selectFrom('api_key')
      .select(['id', 'revoked_at'])
      .where('revoked_at', 'is not', null)
      .execute(),
    hooks: await db
      .selectFrom('hook')
      .select(['id', 'secret', 'previous_secret', 'previous_secret_until', 'disabled_at'])
      .execute(),
    webhooks: await db
      .selectFrom('incoming_webhook')
      .select(['id', 'is_enabled', 'token', 'url'])
      .execute(),
    settled: await db.selectFrom('delivery').selectAll().where('due_at', 'is', null).execute(),
  };
}
