import { z } from 'zod';

/** A row that breaks a rule the site needs: left out and named. */
export interface Quarantined {
  collection: string;
  /** As far as the row tells. */
  id: string | null;
  why: string;
  /** The row says itself that it is not public. */
  isPrivate: boolean;
}

export interface Judged<Row> {
  good: Row[];
  bad: Quarantined[];
}

/** Parses each row on its own, so that one bad row never sinks the rest. */
export function judgeRows<Row>(
  collection: string,
  rows: unknown[],
  schema: z.ZodType<Row>,
): Judged<Row> {
  const judged: Judged<Row> = { good: [], bad: [] };
  for (const row of rows) {
    const parsed = schema.safeParse(row);
    if (parsed.success) judged.good.push(parsed.data);
    else judged.bad.push(quarantine(collection, row, parsed.error));
  }
  return judged;
}

function quarantine(collection: string, row: unknown, error: z.ZodError): Quarantined {
  const fields = (row ?? {}) as Record<string, unknown>;
  const { id, is_public = true, status = 'RELEASED' } = fields;
  return {
    collection,
    id: typeof id === 'string' ? id : null,
    why: explain(error),
    // What is absent was only left out; what is there has to say "public" to count as public.
    isPrivate: is_public !== true || (collection === 'releases' && status !== 'RELEASED'),
  };
}

function explain(error: z.ZodError): string {
  return error.issues
    .map((issue) => `${z.core.toDotPath(issue.path) || 'row'}: ${issue.message}`)
    .join('; ');
}
