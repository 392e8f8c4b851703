/**
 * The error for a statement that the database cannot run now. Nothing was changed, and a later
 * attempt may succeed.
 */
export class DatabaseUnavailableError extends Error {
  override readonly name = 'DatabaseUnavailableError';
  /**
   * Whether another process is writing. This is over soon, whereas other causes need an operator.
   */
  readonly isBusy: boolean;
  /** Seconds until the next attempt makes sense. */
  readonly retryAfter: number;
  constructor({ why, isBusy, retryAfter = isBusy ? 1 : 60 }: Cause, options?: ErrorOptions) {
    super(why, options);
    this.isBusy = isBusy;
    this.retryAfter = retryAfter;
  }
}

interface Cause {
  why: string;
  isBusy: boolean;
  /** Defaults to 1 if the database is busy, and to 60 otherwise. */
  retryAfter?: number;
}

const busy = {
  why: 'The database is busy: another process is writing to it. Try again when that is done.',
  isBusy: true,
};

const busyCode = 5;

/** Causes of the error by SQLite's primary result code (https://www.sqlite.org/rescode.html). */
const causes = new Map<number, Cause>([
  [busyCode, busy],
  [6, busy],
  [8, { why: 'The database or its disk is read-only.', isBusy: false }],
  [10, { why: "The database's disk reports errors.", isBusy: false }],
  [13, { why: "The database's disk is full.", isBusy: false }],
]);

/**
 * Runs a statement. Errors whose cause is outside the statement become DatabaseUnavailableError.
 */
export function explaining<T>(statement: () => T): T {
  try {
    return statement();
  } catch (error) {
    const cause = causes.get(primaryCode(error));
    throw cause ? new DatabaseUnavailableError(cause, { cause: error }) : error;
  }
}

/** Whether a SQLite error means that another connection holds the lock. */
export function isBusy(error: unknown): boolean {
  return primaryCode(error) === busyCode;
}

/** Whether a SQLite error means that the database file is damaged. */
export function isDamaged(error: unknown): boolean {
  return primaryCode(error) === 11;
}

function primaryCode(error: unknown): number {
  return ((error as { errcode?: number }).errcode ?? 0) & 0xff;
}
