import type { Engine } from './engine.ts';
import type { Db } from './schema.ts';

/** The location of a service's data. */
export type DatabaseLocation =
  /** `again` opens a file that is marked as moved, and removes the mark. */
  | { engine: 'sqlite'; file: string; again?: boolean | undefined }
  | { engine: 'postgres'; url: string };

export interface OpenOptions {
  /**
   * How long SQLite waits for another writer, which blocks the process. 0 for services, which also
   * have shorter timeouts on PostgreSQL.
   */
  waitMs?: number | undefined;
  /** Requires exclusive access: fails if another process has the file open, and blocks others. */
  isExclusive?: boolean | undefined;
  /** Leaves the mark of a moved file in place. */
  keepsMovedMark?: boolean | undefined;
}

/** A migrated database. Disposing waits for running work and closes it. */
export interface OpenDatabase extends AsyncDisposable {
  db: Db;
  engine: Engine;
  /**
   * Returns another text after every write. Writes of other processes may count only from the next
   * turn of the event loop. Undefined if the engine cannot tell.
   */
  version?: () => string;
  /** State of the connection pool, if there is one. */
  pool?: () => PoolCount;
}

export interface PoolCount {
  /** Open connections. */
  total: number;
  /** Idle connections. */
  idle: number;
  /** Waiters for a connection. */
  waiting: number;
}
