import { type Kysely, sql } from 'kysely';

/** Deliveries that were given up, of each hook: they are counted with each scrape, and are few. */
// biome-ignore lint/suspicious/noExplicitAny: a schema between two versions has no type
export async function failedDeliveries(db: Kysely<any>): Promise<void> {
  await sql`
    create index delivery_failed on delivery (hook_id)
    where due_at is null and outcome <> 'delivered'`.execute(db);
}
