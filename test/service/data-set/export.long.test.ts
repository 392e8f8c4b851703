import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withExport } from '../../../src/service/data-set/export.ts';
import { importDataSet } from '../../../src/service/data-set/import.ts';
import { bytesOf } from '../../../src/service/data-set/lazy-file.ts';
import { type DataSetFiles, readDataSet } from '../../../src/service/data-set/read.ts';
import { writeDataSet } from '../../../src/service/data-set/write.ts';
import { openDatabase } from '../../../src/service/open-database.ts';
import { writeFile as storeFile } from '../../../src/service/resources/files.ts';
import { heldBytes } from '../../support/held-bytes.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { release, sample } from '../sample.ts';
import { startService } from '../start.ts';
import { migratedStore } from '../store.ts';

test('export and import hold only a few of many files in memory at once', async () => {
  const megabyte = 2 ** 20;
  const names = Array.from({ length: 8 }, (_, n) => `${n}.bin`);
  const body = names.map((name) => `<img src="/files/${name}">`).join('');
  await using service = await startService({
    data: { ...sample(), releases: [release('r', { body })] },
  });
  const type = 'application/octet-stream';
  for (const name of names)
    await storeFile(service.db, { name, type, bytes: new Uint8Array(2 * megabyte) });
  const limit = 12 * megabyte;
  const before = heldBytes();
  let most = 0;
  const watched = ({ data, files }: DataSetFiles) => ({
    data,
    files: files.map((file) => ({
      ...file,
      bytes: () => {
        most = Math.max(most, heldBytes(before + limit - 1) - before);
        return bytesOf(file);
      },
    })),
  });
  await using folder = await tempFolder();
  const path = join(folder.path, 'set.json');
  await withExport(service.db, (dataSet) => writeDataSet(path, watched(dataSet)));
  await using store = await migratedStore();
  await using copy = await openDatabase(store.location);
  const { data, files } = watched(await readDataSet(path));
  await importDataSet(copy.db, data, files);
  expect(await copy.db.selectFrom('file').select('name').execute()).toHaveLength(8);
  expect(most).toBeLessThan(limit);
});
