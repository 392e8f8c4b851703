/**
 * Imports a data set and kills itself in the middle of a batch. Arguments: the database, the data
 * set, the number of releases to insert before that.
 */
import { InsertQueryNode, type KyselyPlugin } from 'kysely';
import { systemClock } from '../../../src/lib/time/clock.ts';
import { importDataSet } from '../../../src/service/data-set/import.ts';
import { readDataSet } from '../../../src/service/data-set/read.ts';
import { openFile } from '../../service/open-file.ts';

const [file = '', set = '', last = ''] = process.argv.slice(2);
const database = await openFile(file);
const { data, files } = await readDataSet(set);
let written = 0;
const mortal: KyselyPlugin = {
  transformQuery({ node }) {
    const isRelease = InsertQueryNode.is(node) && node.into?.table.identifier.name === 'release';
    if (isRelease) written += 1;
    if (written > Number(last)) process.kill(process.pid, 'SIGKILL');
    return node;
  },
  transformResult: async ({ result }) => result,
};
await importDataSet(database.db.withPlugin(mortal), data, files, {
  source: set,
  clock: systemClock,
});
