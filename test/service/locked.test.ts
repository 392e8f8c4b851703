import { expect, test } from 'vitest';
import { exportDataSet } from '../../src/service/data-set/export.ts';
import { openDatabase } from '../../src/service/database/open.ts';
import { startService } from './start.ts';

test('an export waits for no lock and takes none', async () => {
  await using service = await startService();
  using elsewhere = openDatabase(service.file);
  elsewhere.exec('BEGIN IMMEDIATE');
  elsewhere.run("UPDATE release SET title = 'Later'");
  using reading = openDatabase(service.file);
  const titles = () => exportDataSet(reading).data.releases.map(({ title }) => title);
  expect(titles()).not.toContain('Later');
  elsewhere.exec('COMMIT');
  expect(titles()).toContain('Later');
});
