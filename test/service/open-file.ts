import { openDatabase } from '../../src/service/open-database.ts';

/** The database in a file, as a process beside the service has it open. */
export function openFile(file: string, options?: { waitMs: number }) {
  return openDatabase({ engine: 'sqlite', file }, options);
}
