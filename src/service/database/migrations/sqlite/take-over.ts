import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { NewerSchemaError } from '../migrate.ts';
import { steps } from './steps.ts';

const Version = z.object({ user_version: z.int() });

/** What older Waymarks are told by, which know so many steps at most. */
const beyondSteps = steps.length + 1;

/**
 * Brings a file, new or of any Waymark before, to the schema of the last numbered step: those count
 * in `user_version`. From then on older Waymarks refuse it.
 */
export function takeOver(connection: DatabaseSync): void {
  const { user_version: taken } = Version.parse(connection.prepare('PRAGMA user_version').get());
  if (taken > steps.length)
    throw new NewerSchemaError(
      `it was written by a newer Waymark (schema ${taken}, this one knows ${steps.length}): update Waymark to open it`,
    );
  for (const step of steps.slice(taken)) connection.exec(step);
  connection.exec(`PRAGMA user_version = ${beyondSteps}`);
}
