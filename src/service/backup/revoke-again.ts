import { digest } from '../../lib/digest.ts';
import { wordsOf } from '../database/engine.ts';
import { hasChanged } from '../database/queries.ts';
import type { Db, ErasedKind } from '../database/schema.ts';
import { inTransaction } from '../database/transaction.ts';

/**
 * A resource that was revoked, restricted or erased after the backup, and stays so after the
 * restore.
 */
interface KeptRevoked {
  what: 'key' | 'hook' | 'incoming webhook' | 'subscriber' | 'user';
  id: string;
  how: 'revoked' | 'removed' | 'disabled' | 'given another secret' | 'erased' | 'demoted';
}

/**
 * Applies later revocations to the data of a backup, in one transaction. Returns the resources that
 * this has changed.
 * @param since the revocations of the database that the backup replaces
 */
export function revokeAgain(db: Db, since: Revocations): Promise<KeptRevoked[]> {
  return inTransaction(db, async (db) => {
    await keepTraces(db, since);
    const kept = [
      ...(await revokeKeys(db, since)),
      ...(await eraseAgain(db, since, 'hook')),
      ...(await eraseAgain(db, since, 'incoming_webhook')),
      ...(await restrictHooks(db, since)),
      ...(await restrictWebhooks(db, since)),
      ...(await eraseAgain(db, since, 'subscriber')),
      ...(await eraseAgain(db, since, 'desk_user')),
      ...(await demoteUsers(db, since)),
    ];
    await settleAgain(db, since);
    return kept;
  });
}

async function keepTraces(db: Db, { erasures }: Revocations): Promise<void> {
  for (const erasure of erasures)
    await db
      .insertInto('erasure')
      .values(erasure)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

async function revokeKeys(db: Db, { revokedKeys }: Revocations): Promise<KeptRevoked[]> {
  const kept: KeptRevoked[] = [];
  for (const { id, revoked_at } of revokedKeys) {
    const revoking = db
      .updateTable('api_key')
      .set({ revoked_at })
      .where('id', '=', id)
      .where('revoked_at', 'is', null);
    if (await hasChanged(revoking)) kept.push({ what: 'key', id, how: 'revoked' });
  }
  return kept;
}

const erasedAs = {
  hook: { what: 'hook', how: 'removed' },
  incoming_webhook: { what: 'incoming webhook', how: 'removed' },
  subscriber: { what: 'subscriber', how: 'erased' },
  desk_user: { what: 'user', how: 'removed' },
} as const satisfies Record<ErasedKind, Omit<KeptRevoked, 'id'>>;

async function eraseAgain(db: Db, { gone }: Revocations, kind: ErasedKind): Promise<KeptRevoked[]> {
  const rows = await db.selectFrom(kind).select('id').execute();
  const ids = rows.map(({ id }) => id).filter((id) => gone[kind].has(digest(id)));
  await db.deleteFrom(kind).where(wordsOf(db).isAmong('id', ids)).execute();
  return ids.map((id) => ({ ...erasedAs[kind], id }));
}

async function restrictHooks(db: Db, { hooks }: Revocations): Promise<KeptRevoked[]> {
  const kept: KeptRevoked[] = [];
  for (const { id, disabled_at, ...secrets } of hooks) {
    const setting = db.updateTable('hook').where('id', '=', id);
    const replacing = setting.set(secrets).where('secret', '<>', secrets.secret);
    if (await hasChanged(replacing)) kept.push({ what: 'hook', id, how: 'given another secret' });
    const disabling = setting.set({ disabled_at }).where('disabled_at', 'is', null);
    if (disabled_at !== null && (await hasChanged(disabling)))
      kept.push({ what: 'hook', id, how: 'disabled' });
  }
  return kept;
}

async function restrictWebhooks(db: Db, { webhooks }: Revocations): Promise<KeptRevoked[]> {
  const what = 'incoming webhook';
  const kept: KeptRevoked[] = [];
  for (const { id, is_enabled, token, url } of webhooks) {
    const setting = db.updateTable('incoming_webhook').where('id', '=', id);
    const replacing = setting.set({ token, url }).where('token', '<>', token);
    if (await hasChanged(replacing)) kept.push({ what, id, how: 'given another secret' });
    const disabling = setting.set({ is_enabled }).where('is_enabled', '=', 1);
    if (is_enabled === 0 && (await hasChanged(disabling))) kept.push({ what, id, how: 'disabled' });
  }
  return kept;
}

async function demoteUsers(db: Db, { writers }: Revocations): Promise<KeptRevoked[]> {
  const kept: KeptRevoked[] = [];
  for (const { id, name } of writers) {
    const setting = db.updateTable('desk_user').set({ role: 'writer' });
    const demoting = setting.where('id', '=', id).where('role', '<>', 'writer');
    if (await hasChanged(demoting)) kept.push({ what: 'user', id: name, how: 'demoted' });
  }
  return kept;
}

/**
 * Marks deliveries that ended after the backup as ended, so that they are not sent again. Also ends
 * the pending deliveries of disabled hooks.
 */
async function settleAgain(db: Db, { settled }: Revocations): Promise<void> {
  for (const { event_id, hook_id, ...end } of settled)
    await db
      .updateTable('delivery')
      .set(end)
      .where('event_id', '=', event_id)
      .where('hook_id', '=', hook_id)
      .execute();
  await db
    .updateTable('delivery')
    .set({ due_at: null, outcome: 'gone' })
    .where('due_at', 'is not', null)
    .where('hook_id', 'in', (eb) =>
      eb.selectFrom('hook').select('id').where('disabled_at', 'is not', null),
    )
    .execute();
}

/**
 * The revocations, erasures and finished deliveries of a database. A backup lacks those that were
 * made after it.
 */
export type Revocations = Awaited<ReturnType<typeof readRevocations>>;

export async function readRevocations(db: Db) {
  const erasures = await db.selectFrom('erasure').selectAll().execute();
  /** Digests of erased ids, without ids that exist again because an import has added their rows. */
  const goneOf = async (kind: ErasedKind): Promise<ReadonlySet<string>> => {
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
      desk_user: await goneOf('desk_user'),
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
    writers: await db
      .selectFrom('desk_user')
      .select(['id', 'name'])
      .where('role', '=', 'writer')
      .execute(),
    settled: await db.selectFrom('delivery').selectAll().where('due_at', 'is', null).execute(),
  };
}
