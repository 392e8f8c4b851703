import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { openDatabase as openWith } from '../../../src/lib/database/open.ts';
import { migrations } from '../../../src/service/database/migrations.ts';
import { openServiceDatabase } from '../../../src/service/database/open.ts';
import { tempFolder } from '../../support/temp-folder.ts';

/** A database as it was before the step that first names something. */
function before(file: string, name: string) {
  return openWith(
    file,
    migrations.slice(
      0,
      migrations.findIndex((step) => step.includes(name)),
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
  using database = openServiceDatabase(file);
  const row = z.object({ event_id: z.string(), attempted_at: z.string() });
  expect(database.all(row, 'SELECT event_id, attempted_at FROM delivery')).toEqual([
    { event_id: 'kept', attempted_at: '2026-01-01T00:00:00.000Z' },
  ]);
  expect(database.all(z.object({ id: z.string() }), 'SELECT id FROM event')).toEqual([
    { id: 'kept' },
  ]);
});
