/** How long a process waits for PostgreSQL, in milliseconds, and how much of it it takes. */
export interface Limits {
  connections: number;
  /** For a connection, free or new. */
  connectMs: number;
  /** For a statement, before PostgreSQL gives it up. */
  statementMs: number;
  /** For its answer: more than `statementMs`, so that only what stalls is given up here. */
  answerMs: number;
  /** For a lock of somebody else's. */
  lockMs: number;
  /**
   * For the next statement of a transaction, whose locks a process that is gone would keep. Less than
   * `answerMs`: a COMMIT that was given up, and arrives after all, finds nothing to commit.
   */
  idleInTransactionMs: number;
}

/**
 * Requests are answered within 5 seconds, also where nothing answers any more: the wait for a turn
 * to write, for a connection and for one answer, together.
 */
export const limitsOfService: Limits = {
  connections: 10,
  connectMs: 1000,
  statementMs: 1600,
  answerMs: 1800,
  lockMs: 800,
  idleInTransactionMs: 1500,
};

/** Commands have time: for a schema's steps, or for all of a data set. */
export const limitsOfCommands: Limits = {
  connections: 2,
  connectMs: 10_000,
  statementMs: 600_000,
  answerMs: 610_000,
  lockMs: 10_000,
  idleInTransactionMs: 60_000,
};
