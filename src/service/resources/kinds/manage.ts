/**
 * Adds, edits and removes resources of any kind in transactions, and notifies hooks of public
 * changes. If other resources refer to a resource, it is only removed if the caller decides what
 * happens to these references.
 */
import type { z } from 'zod';
import type { Clock } from '../../../lib/time/clock.ts';
import type { Db } from '../../database/schema.ts';
import { inTransaction } from '../../database/transaction.ts';
import { emitChanged } from '../../events/emit.ts';
import type { Kind, Problems, Reference, Writing } from './kind.ts';

export type Managed<T> =
  /** `before` is the resource before an update; undefined if it is new. */
  | { kind: 'done'; thing: T; before: T | undefined }
  | { kind: 'missing' }
  /** Another resource already has the id. */
  | { kind: 'taken' }
  | { kind: 'invalid'; problems: Problems };

/** Creates a resource with the given id. */
export async function createResource<T extends { id: string }, Given>(
  db: Db,
  kind: Kind<T, Given>,
  { id, given, clock }: { id: string; given: unknown; clock: Pick<Clock, 'now'> },
): Promise<Managed<T>> {
  const parsed = kind.added.safeParse(given);
  if (!parsed.success) return { kind: 'invalid', problems: problemsOf(parsed.error) };
  return inTransaction(db, async (db): Promise<Managed<T>> => {
    if (await kind.find(db, id)) return { kind: 'taken' };
    return write(db, kind, { id, before: undefined, input: parsed.data, now: clock.now() });
  });
}

export async function updateResource<T extends { id: string }, Given>(
  db: Db,
  kind: Kind<T, Given>,
  { id, given, clock }: { id: string; given: unknown; clock: Pick<Clock, 'now'> },
): Promise<Managed<T>> {
  const edited = kind.edited ?? (kind.added.partial() as z.ZodType<Partial<Given>>);
  const parsed = edited.safeParse(given);
  if (!parsed.success) return { kind: 'invalid', problems: problemsOf(parsed.error) };
  return inTransaction(db, async (db): Promise<Managed<T>> => {
    const before = await kind.find(db, id);
    if (!before) return { kind: 'missing' };
    return write(db, kind, { id: before.id, before, input: parsed.data, now: clock.now() });
  });
}

export type Removed<T> =
  | { kind: 'done'; thing: T; references: Reference[] }
  | { kind: 'missing' }
  /** The resource was not removed, because other resources refer to it. */
  | { kind: 'used'; thing: T; references: Reference[] }
  /** The resource that references should be moved to does not exist. */
  | { kind: 'no-target' };

/** What to do with references to a removed resource. */
export interface Removal {
  /** Id of the resource to which the references are moved. */
  moveTo?: string | undefined;
  /** Whether to remove the references. For some kinds, this removes the referring resources. */
  withAll?: boolean | undefined;
}

/**
 * Removes a resource. If other resources refer to it, `removal` must state what to do with these
 * references.
 */
export function removeResource<T extends { id: string }, Given>(
  db: Db,
  kind: Kind<T, Given>,
  { id, removal, now }: { id: string; removal: Removal; now: Date },
): Promise<Removed<T>> {
  return inTransaction(db, async (db): Promise<Removed<T>> => {
    const thing = await kind.find(db, id);
    if (!thing) return { kind: 'missing' };
    const references = (await kind.references?.find(db, thing)) ?? [];
    const { moveTo, withAll } = removal;
    if (moveTo !== undefined) {
      const to = await kind.find(db, moveTo);
      if (!to || to.id === thing.id) return { kind: 'no-target' };
      await kind.references?.move(db, { from: thing, to, now });
    } else if (withAll) await kind.references?.drop(db, thing, now);
    else if (references.length > 0) return { kind: 'used', thing, references };
    await kind.remove(db, thing, now);
    await notifyHooks(db, kind, [thing], now);
    return { kind: 'done', thing, references };
  });
}

async function write<T extends { id: string }, Given>(
  db: Db,
  kind: Kind<T, Given>,
  writing: Writing<T, Given>,
): Promise<Managed<T>> {
  const problems = (await kind.check?.(db, writing)) ?? {};
  if (Object.keys(problems).length > 0) return { kind: 'invalid', problems };
  await kind.write(db, writing);
  const thing = await kind.find(db, writing.id);
  if (!thing) return { kind: 'missing' };
  await notifyHooks(db, kind, writing.before ? [writing.before, thing] : [thing], writing.now);
  return { kind: 'done', thing, before: writing.before };
}

/** Notifies hooks if the change of a resource is public. */
async function notifyHooks<T extends { id: string }, Given>(
  db: Db,
  { publicChange = () => undefined }: Kind<T, Given>,
  things: readonly T[],
  now: Date,
): Promise<void> {
  const changed = things.map(publicChange).find((one) => one !== undefined);
  if (changed) await emitChanged(db, changed, now);
}

/** The first problem of each field. */
function problemsOf({ issues }: z.ZodError): Problems {
  return Object.fromEntries(
    issues.toReversed().map(({ path: [field = ''], message }) => [String(field), message]),
  );
}
