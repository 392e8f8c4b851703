import { type Compilable, type RawBuilder, sql } from 'kysely';
import { type Engine, engineOf } from './engine.ts';
import type { Db } from './schema.ts';

/**
 * The beginning of a query that holds no values, as text that is made once for each engine: of what
 * a row with all that is linked to it is read by, the making takes longer than the reading.
 */
export function fixedText(build: (db: Db) => Compilable): (db: Db) => RawBuilder<unknown> {
  const texts = new Map<Engine, RawBuilder<unknown>>();
  return (db) => {
    const text = texts.get(engineOf(db)) ?? toText(build(db));
    texts.set(engineOf(db), text);
    return text;
  };
}

function toText(query: Compilable): RawBuilder<unknown> {
  const { sql: text, parameters } = query.compile();
  if (parameters.length > 0) throw new Error(`it holds values, which would stay: ${text}`);
  return sql.raw(text);
}
