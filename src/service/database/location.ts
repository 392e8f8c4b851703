import type { Engine } from './engine.ts';
import type { Db } from './schema.ts';

/** Where a service's data is. */
export type DatabaseLocation =
  /** `again` opens a file, and takes it into use again, that was copied to another database. */
  | { engine: 'sqlite'; file: string; again?: boolean | undefined }
  | { engine: 'postgres'; url: string };

export interface OpenOptions {
  /**
   * How long a write to a file waits for another process's, and the whole process with it; 0 for who
   * answers requests, and then PostgreSQL has less time, too.
   */
  waitMs?: number | undefined;
  /** Refuses a file that anybody else has open, and lets nobody else open it meanwhile. */
  isExclusive?: boolean | undefined;
  /** Leaves a file that is taken into use again marked as moved, for who opens it to say when it is. */
  keepsMovedMark?: boolean | undefined;
}

/** A database that has every migration. Disposing waits for what is under way, and closes it. */
export interface OpenDatabase extends AsyncDisposable {
  db: Db;
  engine: Engine;
  /**
   * Another text after every write, of this process or of another one; of another one perhaps only
   * in the next turn of the event loop. None where an engine has nothing to tell it by.
   */
  version?: () => string;
  /** How its pool of connections stands, where it has one. */
  pool?: () => PoolCount;
}

export interface PoolCount {
  /** Connections that are open. */
  total: number;
  /** Those of them that nobody uses. */
  idle: number;
  /** Those who wait for one. */
  waiting: number;
}
