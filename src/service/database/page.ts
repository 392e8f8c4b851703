import type { SelectQueryBuilder } from 'kysely';

/** A part of a list; all of it where no limit is given. */
export interface PageQuery {
  offset?: number;
  limit?: number | undefined;
}

/** A query of a part of what it asks for. */
export function paged<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  { offset = 0, limit }: PageQuery,
): SelectQueryBuilder<DB, TB, O> {
  return limit === undefined ? query : query.limit(limit).offset(offset);
}
