import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { NewerSchemaError } from '../migrate.ts';

const Version = z.object({ user_version: z.int() });

/** Before migrations, `user_version` counted the steps of the schema; there were so many. */
export const maxSteps = 7;

/** Marks a file, new or of such steps, so that a Waymark from before migrations refuses it. */
export function takeOver(connection: DatabaseSync): void {
  const { user_version: taken } = Version.parse(connection.prepare('PRAGMA user_version').get());
  if (taken > maxSteps)
    throw new NewerSchemaError(
      `it was written by a newer Waymark (schema ${taken}, this one knows ${maxSteps}): update Waymark to open it`,
    );
  connection.exec(`PRAGMA user_version = ${maxSteps + 1}`);
}
