import type { EventName } from '../../../src/service/contract/event.ts';
import { addHook, listHooks } from '../../../src/service/events/hooks.ts';
import { eventually } from '../../support/eventually.ts';
import type { Receiver } from '../../support/receiver.ts';
import type { Running } from '../start.ts';

/** Adds a hook at the time of the service's clock. */
export function hook(
  { db, clock }: Running,
  url: string,
  ...events: EventName[]
): Promise<{ id: string; secret: string }> {
  return addHook(
    db,
    { url, events: events.length > 0 ? events : ['release.published'] },
    clock.now(),
  );
}

export function publish(service: Running, id: string) {
  return service.send('POST', `/v1/releases/${id}/publish`);
}

/** Resolves once no delivery is pending: each event was delivered or given up. */
export async function settled({ db }: Running): Promise<void> {
  const waiting = async () => (await listHooks(db)).reduce((sum, hook) => sum + hook.waiting, 0);
  await eventually(waiting).toBe(0);
}

/** Resolves once a delivery has `count` recorded attempts. */
export async function attempted({ db }: Running, count: number): Promise<void> {
  const most = db.selectFrom('delivery').select(({ fn }) => fn.max('attempts').as('attempts'));
  await eventually(async () => (await most.executeTakeFirst())?.attempts).toBe(count);
}

/**
 * Advances the clock second by second until `work` is done, because one step may coincide with the
 * check for due deliveries.
 */
export async function passing<T>({ clock }: Running, work: Promise<T>): Promise<T> {
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  await eventually(() => {
    clock.advance(1000);
    return isDone;
  }).toBe(true);
  return done;
}

const day = 24 * 60 * 60_000;

/** Waits for all ten attempts of a delivery, which the receiver answers with errors. */
export async function fail(service: Running, receiver: Receiver): Promise<void> {
  for (let attempt = 1; attempt <= 10; attempt += 1) {
    await receiver.until(attempt);
    await attempted(service, attempt);
    service.clock.advance(day);
  }
}
