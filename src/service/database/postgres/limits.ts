/** Timeouts for PostgreSQL in milliseconds, and its number of connections. */
export interface Limits {
  connections: number;
  /** Timeout for a connection from the pool. */
  connectMs: number;
  /** Timeout of a statement in PostgreSQL. */
  statementMs: number;
  /**
   * Timeout for its answer. Longer than `statementMs`, so that it only applies to stalled
   * connections.
   */
  answerMs: number;
  /** Timeout for locks. */
  lockMs: number;
  /**
   * Timeout between statements of a transaction, so that dead processes hold no locks. Shorter than
   * `answerMs`: when a COMMIT times out, there is nothing left to commit.
   */
  idleInTransactionMs: number;
}

/**
 * Requests are answered within 5 seconds even if PostgreSQL does not answer: the queue, a
 * connection and one answer together.
 */
export const limitsOfService: Limits = {
  connections: 10,
  connectMs: 1000,
  statementMs: 1600,
  answerMs: 1800,
  lockMs: 800,
  idleInTransactionMs: 1500,
};

/** Commands may take long, for migrations or whole data sets. */
export const limitsOfCommands: Limits = {
  connections: 2,
  connectMs: 10_000,
  statementMs: 600_000,
  answerMs: 610_000,
  lockMs: 10_000,
  idleInTransactionMs: 60_000,
};
