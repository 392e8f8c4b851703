/** Timeouts in milliseconds, and the number of connections to PostgreSQL. */
export interface Limits {
  connections: number;
  /** Timeout for getting a connection from the pool. */
  connectMs: number;
  /** Timeout after which PostgreSQL aborts a statement. */
  statementMs: number;
  /**
   * Timeout for the answer to a statement. It is longer than `statementMs`, so that it only applies
   * to stalled connections.
   */
  answerMs: number;
  /** Timeout for getting a lock. */
  lockMs: number;
  /**
   * Timeout between two statements of a transaction, so that stopped processes hold no locks. It is
   * shorter than `answerMs`: if a COMMIT never reached PostgreSQL, the transaction is rolled back
   * before the COMMIT times out here.
   */
  idleInTransactionMs: number;
}

/**
 * Timeouts of the service. They ensure that requests are answered within 5 seconds even if
 * PostgreSQL does not respond: the time in the queue, plus the timeouts for a connection and for
 * one answer.
 */
export const limitsOfService: Limits = {
  connections: 10,
  connectMs: 1000,
  statementMs: 1600,
  answerMs: 1800,
  lockMs: 800,
  idleInTransactionMs: 1500,
};

/**
 * Timeouts of commands. They are longer, because commands may apply migrations or write whole data
 * sets.
 */
export const limitsOfCommands: Limits = {
  connections: 2,
  connectMs: 10_000,
  statementMs: 600_000,
  answerMs: 610_000,
  lockMs: 10_000,
  idleInTransactionMs: 60_000,
};
