import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { importDataSet } from '../src/service/data-set/import.ts';
import type { DataSet } from '../src/service/data-set/schema.ts';
import { openDatabase } from '../src/service/open-database.ts';
import { generateDataSet } from './support/generate.ts';
import { measure, type Row } from './support/measure.ts';

/** An import of so many releases beside one of a fifth of them: five times the time, or little more. */
export async function benchImports(folder: string, count: number, rounds: number): Promise<Row> {
  const [large, small] = [generateDataSet(count), generateDataSet(count / 5)];
  const work = () => importInto(join(folder, 'import.db'), large);
  const baseline = () => importInto(join(folder, 'import.db'), small);
  return measure(
    {
      work: `import of ${count} releases into an empty database`,
      baseline: `of ${count / 5} releases`,
      prepare: async () => {},
      runWork: work,
      readyBaseline: async () => baseline,
    },
    rounds,
  );
}

async function importInto(file: string, data: DataSet): Promise<void> {
  {
    await using database = await openDatabase({ engine: 'sqlite', file });
    await importDataSet(database.db, data, []);
  }
  await rm(file);
}
