import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import type { CompiledQuery, KyselyPlugin, QueryId } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../../src/service/database/schema.ts';

/** A step of a query's plan, and the step that it is a part of; 0 where it is of none. */
const Step = z.object({ parent: z.int(), detail: z.string() });

/** A database that writes down what is asked of it. */
export function watchedQueries(db: Db) {
  const queries: CompiledQuery[] = [];
  const asked = new WeakMap<QueryId, CompiledQuery>();
  const watching: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      asked.set(queryId, db.getExecutor().compileQuery(node, queryId));
      return node;
    },
    // Parts of queries are transformed too; what has a result was run.
    async transformResult({ queryId, result }) {
      const query = asked.get(queryId);
      if (query) queries.push(query);
      return result;
    },
  };
  return { watched: db.withPlugin(watching), queries };
}

/** A database in a file that writes down what is asked of it; `steps` is what SQLite does for that. */
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
