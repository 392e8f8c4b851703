import { z } from 'zod';
import type { RebuildOutcome } from '../contract.ts';
import type { Inbox } from './open.ts';

const Success = z.object({
  at: z.string(),
  target: z.string(),
  kind: z.string(),
  generation: z.string().nullable(),
  why: z.string().nullable(),
  parts: z.string().transform((text): unknown => JSON.parse(text)),
});

/** The last successful run, which is remembered across restarts. */
export function lastSuccess(inbox: Inbox): z.infer<typeof Success> | undefined {
  return inbox.get(
    Success,
    'SELECT at, outside AS target, kind, generation, why, parts FROM success',
  );
}

/** The generation that was last published at this target; undefined if there is none. */
export function generationOf(inbox: Inbox, target: string): string | undefined {
  const success = lastSuccess(inbox);
  return success?.target === target ? (success.generation ?? undefined) : undefined;
}

/** Replaces the record of the last successful run. */
export function recordSuccess(
  inbox: Inbox,
  outcome: RebuildOutcome,
  { target, now }: { target: string; now: Date },
): void {
  const { kind, why = null, parts } = outcome;
  // A run that publishes nothing, because it is paused or held, leaves the old generation live.
  const generation = outcome.generation ?? generationOf(inbox, target) ?? null;
  inbox.run(
    `INSERT OR REPLACE INTO success (only, at, outside, kind, generation, why, parts)
     VALUES (1, :at, :target, :kind, :generation, :why, :parts)`,
    { target, kind, why, generation, parts: JSON.stringify(parts), at: now.toISOString() },
  );
}
