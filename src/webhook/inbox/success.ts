import { z } from 'zod';
import type { RebuildOutcome } from '../contract.ts';
import type { Inbox } from './open.ts';

const Success = z.object({
  at: z.string(),
  outside: z.string(),
  kind: z.string(),
  generation: z.string().nullable(),
  why: z.string().nullable(),
  parts: z.string().transform((text): unknown => JSON.parse(text)),
});

/** The last run that did not fail, also before a restart. */
export function lastSuccess(inbox: Inbox): z.infer<typeof Success> | undefined {
  return inbox.get(Success, 'SELECT at, outside, kind, generation, why, parts FROM success');
}

/** The generation that stands outside; undefined where this outside has got none yet. */
export function generationOf(inbox: Inbox, outside: string): string | undefined {
  const success = lastSuccess(inbox);
  return success?.outside === outside ? (success.generation ?? undefined) : undefined;
}

/** Writes down a run that did not fail, in the last one's place. */
export function recordSuccess(
  inbox: Inbox,
  outcome: RebuildOutcome,
  { outside, now }: { outside: string; now: Date },
): void {
  const { kind, why = null, parts } = outcome;
  // What is paused or held leaves outside what was there.
  const generation = outcome.generation ?? generationOf(inbox, outside) ?? null;
  inbox.run(
    `INSERT OR REPLACE INTO success (only, at, outside, kind, generation, why, parts)
     VALUES (1, :at, :outside, :kind, :generation, :why, :parts)`,
    { outside, kind, why, generation, parts: JSON.stringify(parts), at: now.toISOString() },
  );
}
