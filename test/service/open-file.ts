import type { OpenOptions } from '../../src/service/database/location.ts';
import { openDatabase } from '../../src/service/open-database.ts';

/** Opens a database file as another process would. */
export function openFile(file: string, options?: OpenOptions) {
  return openDatabase({ engine: 'sqlite', file }, options);
}
