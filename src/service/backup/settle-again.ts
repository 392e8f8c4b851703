import type { Db } from '../database/schema.ts';
import type { Revocations } from './revocations.ts';

/** Nothing is sent again that came to its end since, nor to a hook that was disabled. */
export async function settleAgain(db: Db, { settled }: Revocations): Promise<void> {
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
