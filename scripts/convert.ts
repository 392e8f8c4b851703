import { readDataSet } from '../src/service/data-set/read.ts';
import { DataSet } from '../src/service/data-set/schema.ts';
import { writeDataSet } from '../src/service/data-set/write.ts';
import { addSourceCommands } from '../src/tools/convert/sources.ts';
import { commandNamed, run } from './terminal/run.ts';

const program = commandNamed('convert').description(
  'Converts existing releases to a data set for "service import"',
);
addSourceCommands(program, {
  env: process.env,
  dataSets: {
    readWorkspace: async (path) => (await readDataSet(path)).data.workspace,
    write: (path, data) => writeDataSet(path, { data: DataSet.parse(data), files: [] }, '--out'),
  },
});

await run(() => program.parseAsync());
