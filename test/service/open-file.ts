import type { OpenOptions } from '../../src/service/database/location.ts';
import { openDatabase } from '../../src/service/open-database.ts';

/** The database in a file, as a process beside the service has it open. */
export function openFile(file: string, options?: OpenOptions) {
  return openDatabase({ engine: 'sqlite', file }, options);
}
