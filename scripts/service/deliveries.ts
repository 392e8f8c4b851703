import type { Command } from 'commander';
import { count } from '../../src/lib/text/text.ts';
import { SettingsError } from '../../src/model/errors.ts';
import type { Db } from '../../src/service/database/schema.ts';
import {
  countFailed,
  type DeliveryRecord,
  listDeliveries,
  redeliver,
} from '../../src/service/events/deliveries.ts';
import { toCount } from '../terminal/numbers.ts';
import { addCommand } from './kinds/command.ts';
import { formatOne, formatRow, type Json, onDatabase } from './with-database.ts';

interface ListOptions extends Json {
  failed: boolean;
  hook?: string;
  limit: number;
}

/** `hooks deliveries` lists deliveries of events; `hooks redeliver` sends deliveries again. */
export function addDeliveryCommands(hooks: Command): void {
  const list = addCommand(hooks, 'deliveries', 'list deliveries of events, newest first')
    .option('--failed', 'only deliveries that failed for good', false)
    .option('--hook <id>', 'only those to a hook')
    .option('--limit <number>', 'maximum number', toCount, 50);
  onDatabase(list, async (db, _args, options: ListOptions) =>
    (await listDeliveries(db, options)).map((delivery) => {
      const { event_id, name, hook_id, release_id, changed } = delivery;
      const subject = release_id ?? `${changed?.data.kind} ${changed?.data.id}`;
      const text = formatRow(event_id, name, subject, hook_id, stateOf(delivery));
      return formatOne(options, delivery, text);
    }),
  );
  const about = 'send an event again (msg_…), or all failed ones of a hook (hook_…)';
  const again = addCommand(hooks, 'redeliver <id>', about);
  onDatabase(again, async (db, [id = ''], options: Json) => {
    const count = await redeliver(db, id, new Date());
    if (count === 0)
      throw new SettingsError(
        `${id} has nothing to deliver again. "hooks deliveries" lists events and hooks. If a hook is disabled, enable the hook first with "hooks enable".`,
      );
    const text = `Queued for delivery again: ${count}. The running service sends them.`;
    return formatOne(options, { id, count }, text);
  });
}

/** Reports failed deliveries when the service starts, so that they are noticed. */
export async function warnOfFailed(db: Db): Promise<void> {
  const failed = await countFailed(db);
  if (failed === 0) return;
  console.error(
    `${count(failed, 'delivery', 'deliveries')} to hooks failed for good. "hooks deliveries --failed" shows all of them, and "hooks redeliver" sends their events again.`,
  );
}

function stateOf({ attempts, attempted_at, due_at, outcome }: DeliveryRecord): string {
  if (due_at !== null && attempts === 0) return 'waiting for its first attempt';
  if (due_at !== null) return `${outcome}, tried ${count(attempts, 'time')}, next at ${due_at}`;
  if (outcome === 'gone') return 'not delivered: the hook answered 410, which disabled it';
  if (outcome === 'superseded')
    return 'superseded by a newer event of the release, or by unscheduling it';
  if (outcome === 'delivered') return `delivered ${attempted_at}`;
  return `${outcome}, given up after ${attempts} attempts; the last attempt was at ${attempted_at}`;
}
