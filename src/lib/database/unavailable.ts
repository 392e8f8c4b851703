/** The database cannot do this now and changed nothing. A later attempt may succeed. */
export class DatabaseUnavailableError extends Error {
  override readonly name = 'DatabaseUnavailableError';
  /** Another process is writing, which is soon over. Other causes need intervention. */
  readonly isBusy: boolean;
  /** When to retry, in seconds. */
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
  /** Defaults to 1 where the database is busy, and 60 otherwise. */
  retryAfter?: number;
}

const busy = {
  why: 'The database is busy: another process is writing to it. Try again when that is done.',
  isBusy: true,
};

const busyCode = 5;

/** By the primary result codes of SQLite (https://www.sqlite.org/rescode.html). */
const causes = new Map<number, Cause>([
  [busyCode, busy],
  [6, busy],
  [8, { why: 'The database or its disk is read-only.', isBusy: false }],
  [10, { why: "The database's disk reports errors.", isBusy: false }],
  [13, { why: "The database's disk is full.", isBusy: false }],
]);

/** Runs a statement. Errors that are not the statement's fault become DatabaseUnavailableError. */
export function explaining<T>(statement: () => T): T {
  try {
    return statement();
  } catch (error) {
    const cause = causes.get(primaryCode(error));
    throw cause ? new DatabaseUnavailableError(cause, { cause: error }) : error;
  }
}

/** Whether SQLite says that another connection has the lock. */
export function isBusy(error: unknown): boolean {
  return primaryCode(error) === busyCode;
}

/** Whether SQLite reports a database file as damaged. */
export function isDamaged(error: unknown): boolean {
  return primaryCode(error) === 11;
}

function primaryCode(error: unknown): number {
  return ((error as { errcode?: number }).errcode ?? 0) & 0xff;
}
