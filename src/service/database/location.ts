import type { Engine } from './engine.ts';
import type { Db } from './schema.ts';

/** The location of a service's data. */
export type DatabaseLocation =
  /**
   * `again` opens the file even if it is marked as moved to another database, and removes the mark.
   */
  | { engine: 'sqlite'; file: string; again?: boolean | undefined }
  | { engine: 'postgres'; url: string };

export interface OpenOptions {
  /**
   * How long SQLite waits for another process that writes, in milliseconds. Waiting blocks this
   * process, so services use 0. For PostgreSQL, 0 selects the shorter timeouts of services.
   */
  waitMs?: number | undefined;
  /**
   * Requires exclusive access to the file. Fails if another process has it open, and keeps other
   * processes from opening it.
   */
  isExclusive?: boolean | undefined;
  /** Keeps the mark of a moved file, even with `again`. */
  keepsMovedMark?: boolean | undefined;
}

/**
 * A database with all migrations applied. Disposing waits for running queries and closes the
 * database.
 */
export interface OpenDatabase extends AsyncDisposable {
  db: Db;
  engine: Engine;
  /**
   * Returns a text that differs after every write. It may take until the next turn of the event
   * loop to reflect a write of another process. The method is missing if the engine cannot detect
   * writes.
   */
  version?: () => string;
  /** State of the connection pool, if there is one. */
  pool?: () => PoolCount;
}

export interface PoolCount {
  /** Open connections. */
  total: number;
  idle: number;
  /** Callers that wait for a connection. */
  waiting: number;
}
