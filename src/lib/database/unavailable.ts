/** The database cannot do what it was asked for now, and did nothing of it; later it may. */
export class DatabaseUnavailableError extends Error {
  override readonly name = 'DatabaseUnavailableError';
  /** Another process is writing, which is over soon; other causes wait for somebody to help. */
  readonly isBusy: boolean;
  /** When to come again, in seconds. */
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
  /** If left out: at once where it is busy, and otherwise when somebody may have helped. */
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
  [8, { why: 'The database cannot be written: it, or its disk, is read-only.', isBusy: false }],
  [10, { why: 'The disk that the database is on fails.', isBusy: false }],
  [13, { why: 'The disk that the database is on is full.', isBusy: false }],
]);

/** Runs a statement; gives what is no fault of the statement an error of its own. */
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

/** Whether SQLite says that a file is one of its own, and not whole. */
export function isDamaged(error: unknown): boolean {
  return primaryCode(error) === 11;
}

function primaryCode(error: unknown): number {
  return ((error as { errcode?: number }).errcode ?? 0) & 0xff;
}
