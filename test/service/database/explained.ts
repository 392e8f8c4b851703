import { z } from 'zod';
import type { Database, Values } from '../../../src/lib/database/database.ts';

/** A step of a query's plan, and the step that it is a part of; 0 where it is of none. */
const Step = z.object({ parent: z.int(), detail: z.string() });

/** A database that writes down what SQLite does for all that is read with it. */
export function explained(database: Database) {
  const steps: z.infer<typeof Step>[] = [];
  const explain = (sql: string, values?: Values) => {
    steps.push(...database.all(Step, `EXPLAIN QUERY PLAN ${sql}`, values));
  };
  const watched: Database = {
    ...database,
    all: (row, sql, values) => {
      explain(sql, values);
      return database.all(row, sql, values);
    },
    get: (row, sql, values) => {
      explain(sql, values);
      return database.get(row, sql, values);
    },
  };
  return { steps, watched };
}
