import { z } from 'zod';
import { UnreadableRow } from '../../../client/walk.ts';
import { RowId } from '../../../model/api/rows.ts';

/** A project or label that can be asked for: nothing obeys a filter that no address can hold. */
export const Named = z.object({ id: RowId, name: z.string().nullish().catch(undefined) });
export type Named = z.infer<typeof Named>;

/** What a row says of its project and labels, as far as that can be understood. */
export const Refs = z.object({
  project: Named.nullish().catch(null),
  labels: z.array(Named.nullable().catch(null)).nullish().catch([]),
});
export type Refs = z.infer<typeof Refs>;

/** What the parameters of a list let through, by their names. */
export type ListFilters = Record<string, string>;

export function refsOf(row: { refs: Refs } | UnreadableRow): Refs {
  return row instanceof UnreadableRow ? {} : row.refs;
}

export function namedLabels({ labels }: Refs): Named[] {
  return (labels ?? []).filter((label) => label !== null);
}

/** Names of the filters that should not have let a row through. */
export function disobeyed({ project, labels }: Refs, filters: ListFilters): string[] {
  const isObeyed = (filter: string, value: string) =>
    filter === 'project_id'
      ? project?.id === value
      : namedLabels({ labels }).some(({ id }) => id === value);
  return Object.entries(filters).flatMap(([name, value]) => (isObeyed(name, value) ? [] : name));
}
