import { type Kysely, sql } from 'kysely';

/** Superseded deliveries did not fail, and there may be many of them. */
// biome-ignore lint/suspicious/noExplicitAny: a schema between two versions has no type
export async function supersededDeliveries(db: Kysely<any>): Promise<void> {
  await db.schema.dropIndex('delivery_failed').execute();
  await sql`
    create index delivery_failed on delivery (hook_id)
    where due_at is null and outcome <> 'delivered' and outcome <> 'superseded'`.execute(db);
}
