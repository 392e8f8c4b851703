import type { EventName } from '../../../../src/service/contract/event.ts';
import { listDeliveries } from '../../../../src/service/events/deliveries.ts';
import type { Kind } from '../../../../src/service/resources/kinds/kind.ts';
import {
  createResource,
  type Removal,
  removeResource,
  updateResource,
} from '../../../../src/service/resources/kinds/manage.ts';
import { hook } from '../../events/hooks.ts';
import { type StartOptions, startService } from '../../start.ts';

/**
 * A service with the sample, commands on its items, and a hook to record content changes. No server
 * listens at the address of the hook.
 * @param events further events for the hook
 */
export async function onSample(options?: StartOptions, ...events: EventName[]) {
  const service = await startService(options);
  const { db, clock } = service;
  await hook(service, 'http://127.0.0.1:9/hook', 'content.changed', ...events);
  return {
    ...service,
    add: <T extends { id: string }, G>(kind: Kind<T, G>, id: string, given: object) =>
      createResource(db, kind, { id, given, clock }),
    edit: <T extends { id: string }, G>(kind: Kind<T, G>, id: string, given: object) =>
      updateResource(db, kind, { id, given, clock }),
    remove: <T extends { id: string }, G>(kind: Kind<T, G>, id: string, removal: Removal = {}) =>
      removeResource(db, kind, { id, removal, now: clock.now() }),
    /** Returns the changes that were queued for the hook since the last call. */
    async told(): Promise<string[]> {
      const deliveries = await listDeliveries(db, { failed: false, limit: 100 });
      await db.deleteFrom('delivery').execute();
      return deliveries.map(({ changed }) => `${changed?.data.kind} ${changed?.data.id}`);
    },
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}
