/** Timeouts in milliseconds, and the number of connections to PostgreSQL. */
export interface Limits {
  connections: number;
  /** Timeout for getting a connection from the pool. */
  connectMs: number;
  /** Timeout after which PostgreSQL aborts a statement. */
  statementMs: number;
  /**
   * Timeout for the answer to a statement. Longer than `statementMs`, so that it only applies to
   * stalled connections.
   */
  answerMs: number;
  /** Timeout for getting a lock. */
  lockMs: number;
  /**
   * Timeout between two statements of a transaction, so that dead processes hold no locks. Shorter
   * than `answerMs`, so that after a COMMIT has timed out, PostgreSQL has rolled back a transaction
   * that it did not commit.
   */
  idleInTransactionMs: number;
}

/**
 * Requests are answered within 5 seconds even if PostgreSQL does not answer. That is the sum of the
 * waits in the queue, for a connection and for one answer.
 */
export const limitsOfService: Limits = {
  connections: 10,
  connectMs: 1000,
  statementMs: 1600,
  answerMs: 1800,
  lockMs: 800,
  idleInTransactionMs: 1500,
};

/** Longer, because commands may apply migrations or write whole data sets. */
export const limitsOfCommands: Limits = {
  connections: 2,
  connectMs: 10_000,
  statementMs: 600_000,
  answerMs: 610_000,
  lockMs: 10_000,
  idleInTransactionMs: 60_000,
};
