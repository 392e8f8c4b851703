/**
 * Imports a data set and kills itself in the middle of a batch.
 * Arguments: the database, the data set, how many releases are there when it dies.
 */
import { z } from 'zod';
import type { Database } from '../../../src/lib/database/database.ts';
import { systemClock } from '../../../src/lib/time/clock.ts';
import { importDataSet } from '../../../src/service/data-set/import.ts';
import { readDataSet } from '../../../src/service/data-set/read.ts';
import { openServiceDatabase } from '../../../src/service/database/open.ts';

const [file = '', set = '', last = ''] = process.argv.slice(2);
const database = openServiceDatabase(file);
const { data, files } = await readDataSet(set);
const mortal: Database = {
  ...database,
  run(sql, values) {
    const changes = database.run(sql, values);
    const count = database.get(z.object({ n: z.int() }), 'SELECT count(*) AS n FROM release');
    if (count?.n === Number(last)) process.kill(process.pid, 'SIGKILL');
    return changes;
  },
};
await importDataSet(mortal, data, files, { source: set, clock: systemClock });
