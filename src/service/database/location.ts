import type { Engine } from './engine.ts';
import type { Db } from './schema.ts';

/** The location of a service's data. */
export type DatabaseLocation =
  /** `again` opens a file even if it is marked as moved, and removes the mark. */
  | { engine: 'sqlite'; file: string; again?: boolean | undefined }
  | { engine: 'postgres'; url: string };

export interface OpenOptions {
  /**
   * How long SQLite waits for another process that writes. Waiting blocks this process, so services
   * use 0, which also selects shorter timeouts for PostgreSQL.
   */
  waitMs?: number | undefined;
  /** Requires exclusive access: fails if another process has the file open, and blocks others. */
  isExclusive?: boolean | undefined;
  /** Leaves the mark of a moved file in place. */
  keepsMovedMark?: boolean | undefined;
}

/**
 * A database with all migrations applied. Disposing waits for running work and closes the database.
 */
export interface OpenDatabase extends AsyncDisposable {
  db: Db;
  engine: Engine;
  /**
   * Returns a different text after every write. A write of another process may only show in the
   * next turn of the event loop. Undefined if the engine cannot detect writes.
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
  /** Callers that wait for a connection. */
  waiting: number;
}
