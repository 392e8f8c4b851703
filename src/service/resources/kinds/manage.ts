/**
 * Takes a kind of thing and what somebody gives of one; adds, edits or removes it whole or not at
 * all, and tells hooks of what pages show. Never removes what something else hangs on, unless told
 * what becomes of that.
 */
import type { z } from 'zod';
import type { Clock } from '../../../lib/time/clock.ts';
import type { Db } from '../../database/schema.ts';
import { inTransaction } from '../../database/transaction.ts';
import { emitChanged } from '../../events/emit.ts';
import type { Kind, Problems, Reference, Writing } from './kind.ts';

export type Managed<T> =
  /** `before`: what it was, where it was edited. */
  | { kind: 'done'; thing: T; before: T | undefined }
  | { kind: 'missing' }
  /** Another of its kind has the id. */
  | { kind: 'taken' }
  | { kind: 'invalid'; problems: Problems };

/** Adds one under this id. */
export function createResource<T extends { id: string }, Given>(
  db: Db,
  kind: Kind<T, Given>,
  { id, given, clock }: { id: string; given: unknown; clock: Pick<Clock, 'now'> },
): Promise<Managed<T>> {
  const parsed = kind.added.safeParse(given);
  if (!parsed.success) return invalid(problemsOf(parsed.error));
  return inTransaction(db, async (db): Promise<Managed<T>> => {
    if (await kind.find(db, id)) return { kind: 'taken' };
    return write(db, kind, { id, before: undefined, input: parsed.data, now: clock.now() });
  });
}

/** Changes what is given of one, and leaves the rest. */
export function updateResource<T extends { id: string }, Given>(
  db: Db,
  kind: Kind<T, Given>,
  { id, given, clock }: { id: string; given: unknown; clock: Pick<Clock, 'now'> },
): Promise<Managed<T>> {
  const parsed = kind.edited.safeParse(given);
  if (!parsed.success) return invalid(problemsOf(parsed.error));
  return inTransaction(db, async (db): Promise<Managed<T>> => {
    const before = await kind.find(db, id);
    if (!before) return { kind: 'missing' };
    return write(db, kind, { id: before.id, before, input: parsed.data, now: clock.now() });
  });
}

export type Removed<T> =
  | { kind: 'done'; thing: T; references: Reference[] }
  | { kind: 'missing' }
  /** Things hang on it, and nothing was removed. */
  | { kind: 'used'; thing: T; uses: Reference[] }
  /** There is nothing that these could go to. */
  | { kind: 'no-target' };

/** What becomes of what hangs on a thing that is removed. */
export interface Removal {
  /** It is given to the one with this id. */
  moveTo?: string | undefined;
  /** It loses the thing, or goes too: its kind says. */
  withAll?: boolean | undefined;
}

/** Removes one, and nothing where things hang on it of which it is not said what becomes. */
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
    else if (references.length > 0) return { kind: 'used', thing, uses: references };
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

/** Tells hooks of a change that pages show, of what was there or is. */
async function notifyHooks<T extends { id: string }, Given>(
  db: Db,
  { publicChange = () => undefined }: Kind<T, Given>,
  things: readonly T[],
  now: Date,
): Promise<void> {
  const changed = things.map(publicChange).find((one) => one !== undefined);
  if (changed) await emitChanged(db, changed, now);
}

async function invalid(problems: Problems): Promise<{ kind: 'invalid'; problems: Problems }> {
  return { kind: 'invalid', problems };
}

/** The first problem of each field. */
function problemsOf({ issues }: z.ZodError): Problems {
  return Object.fromEntries(
    issues.toReversed().map(({ path: [field = ''], message }) => [String(field), message]),
  );
}
