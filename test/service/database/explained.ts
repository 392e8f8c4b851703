import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import type { CompiledQuery, KyselyPlugin, QueryId } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../../src/service/database/schema.ts';

/** A step of a query plan; `parent` is 0 for a top-level step. */
const Step = z.object({ parent: z.int(), detail: z.string() });

/** Records the queries that run on a database. */
export function watchedQueries(db: Db) {
  const queries: CompiledQuery[] = [];
  const asked = new WeakMap<QueryId, CompiledQuery>();
  const watching: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      asked.set(queryId, db.getExecutor().compileQuery(node, queryId));
      return node;
    },
    // `transformQuery` is also called for parts of queries. Only a query that ran has a result.
    async transformResult({ queryId, result }) {
      const query = asked.get(queryId);
      if (query) queries.push(query);
      return result;
    },
  };
  return { watched: db.withPlugin(watching), queries };
}

/** Records the queries on a SQLite database; `steps` gives their query plans. */
export function explained(db: Db, file: string) {
  const { watched, queries } = watchedQueries(db);
  const steps = () => {
    using connection = new DatabaseSync(file);
    return queries.flatMap(({ sql, parameters }) => {
      const explain = connection.prepare(`EXPLAIN QUERY PLAN ${sql}`);
      return explain.all(...(parameters as SQLInputValue[])).map((row) => Step.parse(row));
    });
  };
  return { watched, steps };
}
