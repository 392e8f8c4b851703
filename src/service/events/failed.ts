import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { Schema } from '../database/schema.ts';

/** Tried for the last time, in vain. */
export function isFailed(eb: ExpressionBuilder<Schema, 'delivery'>): Expression<SqlBool> {
  return eb.and([eb('due_at', 'is', null), eb('outcome', '<>', 'delivered')]);
}
