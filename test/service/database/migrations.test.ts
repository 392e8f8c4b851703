import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabaseFile as openWith } from '../../../src/lib/database/open.ts';
import { steps } from '../../../src/service/database/migrations/sqlite/steps.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { openFile } from '../open-file.ts';

/** A database as it was before the step that first names something. */
function before(file: string, name: string) {
  return openWith(
    file,
    steps.slice(
      0,
      steps.findIndex((step) => step.includes(name)),
    ),
  );
}

test('events of releases that are gone leave with the step that has them leave at once', async () => {
  await using folder = await tempFolder();
  const file = join(folder.path, 'x.db');
  {
    using old = before(file, 'attempted_at');
    old.exec(`
      INSERT INTO release VALUES
        ('r', 'T', '', 's', 'RELEASED', NULL, 0, 1, 0, NULL, NULL, '[]', '[]', NULL, NULL,
         '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z');
      INSERT INTO hook VALUES ('h', 'https://example.com/', 'release.published', 's', '', NULL);
      INSERT INTO event VALUES
        ('kept', 'release.published', 'r', '{}', '2026-01-01T00:00:00.000Z'),
        ('gone', 'release.published', 'deleted', '{}', '2026-01-02T00:00:00.000Z');
      INSERT INTO delivery VALUES ('kept', 'h', 3, NULL, 'delivered'), ('gone', 'h', 1, NULL, 'delivered');
    `);
  }
  await using database = await openFile(file);
  const deliveries = database.db.selectFrom('delivery').select(['event_id', 'attempted_at']);
  expect(await deliveries.execute()).toMatchObject([
    { event_id: 'kept', attempted_at: '2026-01-01T00:00:00.000Z' },
  ]);
  const events = database.db.selectFrom('event').select('id');
  expect(await events.execute()).toMatchObject([{ id: 'kept' }]);
});
