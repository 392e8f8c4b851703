import { z } from 'zod';
import { RowId } from '../../../model/api/rows.ts';

/** A project or label whose id can be used as a filter in a query. */
export const Named = z.object({ id: RowId, name: z.string().nullish().catch(undefined) });
export type Named = z.infer<typeof Named>;

/** The project and labels of a row, as far as they can be parsed. */
export const Refs = z.object({
  project: Named.nullish().catch(null),
  labels: z.array(Named.nullable().catch(null)).nullish().catch([]),
});
export type Refs = z.infer<typeof Refs>;

/** Query parameters that filter a list. */
export type ListFilters = Record<string, string>;

export function namedLabels({ labels }: Refs): Named[] {
  return (labels ?? []).filter((label) => label !== null);
}

/** Names of the filters that the row does not match. */
export function mismatchedFilters({ project, labels }: Refs = {}, filters: ListFilters): string[] {
  const isObeyed = (filter: string, value: string) =>
    filter === 'project_id'
      ? project?.id === value
      : namedLabels({ labels }).some(({ id }) => id === value);
  return Object.entries(filters).flatMap(([name, value]) => (isObeyed(name, value) ? [] : name));
}
