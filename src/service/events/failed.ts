import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { Schema } from '../database/schema.ts';

/** Tried for the last time, in vain; as the index of such says it, or it would not be used. */
export function isFailed(eb: ExpressionBuilder<Schema, 'delivery'>): Expression<SqlBool> {
  return eb.and([
    eb('due_at', 'is', null),
    eb('outcome', '<>', sql.lit('delivered')),
    eb('outcome', '<>', sql.lit('superseded')),
  ]);
}
