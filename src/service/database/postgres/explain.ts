import pg from 'pg';
import { DatabaseUnavailableError } from '../../../lib/database/unavailable.ts';
import { TooLongError } from '../too-long.ts';

type Cause = ConstructorParameters<typeof DatabaseUnavailableError>[0];

/** In seconds: a server that was stopped is often back as soon. */
const retryAfter = 5;
const lost: Cause = { why: 'PostgreSQL does not answer, or gave up.', isBusy: false, retryAfter };
const rights: Cause = {
  why: 'PostgreSQL does not let the user of DATABASE_URL do this: make it the owner of the database and of its tables.',
  isBusy: false,
};

/**
 * By the beginning of what PostgreSQL calls an error
 * (https://www.postgresql.org/docs/current/errcodes-appendix.html), the longest first. `isBusy` has
 * what took nothing, and may be tried again at once.
 */
const causes: readonly [code: string, cause: Cause][] = [
  ['25006', { why: 'PostgreSQL is read-only: a standby, or set so.', isBusy: false }],
  ['25P03', lost],
  ['25P04', lost],
  [
    '3D000',
    {
      why: 'PostgreSQL has no such database: make one with CREATE DATABASE, or name another.',
      isBusy: false,
    },
  ],
  ['40001', { why: 'PostgreSQL had others write first. Try again.', isBusy: true }],
  ['40P01', { why: 'PostgreSQL had others write first. Try again.', isBusy: true }],
  ['42501', rights],
  ['53100', { why: 'The disk that PostgreSQL writes to is full.', isBusy: false }],
  ['53300', { why: 'PostgreSQL takes no more connections now. Try again.', isBusy: true }],
  ['55P03', { why: 'The database is busy: somebody else is writing. Try again.', isBusy: true }],
  ['57014', { why: 'PostgreSQL took too long, and gave up.', isBusy: false, retryAfter }],
  ['08', lost],
  ['28', { why: 'PostgreSQL refuses the user or the password of DATABASE_URL.', isBusy: false }],
  ['53', { why: 'PostgreSQL has not room enough for this.', isBusy: false }],
  ['57', { why: 'PostgreSQL is starting or stopping. Try again.', isBusy: false, retryAfter }],
  ['58', { why: 'The disk that PostgreSQL writes to fails.', isBusy: false }],
];

/** What `pg` says, in words alone, of a connection that is gone. */
const words = [
  ...['Query read timeout', 'Connection terminated', 'timeout exceeded when trying to connect'],
  ...['Client has encountered a connection error', 'Client was closed', 'timeout expired'],
];

/** Of all that is written here, only what is in an index has a limit that comes to this. */
const tooLong = '54000';

/**
 * Gives what is no fault of the statement an error of its own, and what is too long for an index;
 * leaves out of others what they quote of rows.
 */
export function explain(error: unknown): unknown {
  if (isOfConnection(error)) return unreachable(error);
  if (!(error instanceof pg.DatabaseError)) return error;
  const { code = '' } = error;
  const cause = causes.find(([beginning]) => code.startsWith(beginning))?.[1];
  // A log must not hold what was erased, such as addresses of subscribers.
  const quiet = Object.assign(error, {
    detail: undefined,
    where: undefined,
    internalQuery: undefined,
  });
  if (code === tooLong) return new TooLongError({ cause: quiet });
  return cause ? new DatabaseUnavailableError(cause, { cause: quiet }) : quiet;
}

/** What `pg` says of a connection that was made, and could not be used. */
const refusals: readonly [said: RegExp, why: string][] = [
  [/^SASL.*password must be/, 'PostgreSQL asks for a password, and DATABASE_URL has none.'],
  [/does not support SSL/, 'PostgreSQL speaks no TLS there: leave sslmode out, or have it do so.'],
];

/** Of whatever keeps a connection from being made, or ends it. */
export function unreachable(error: unknown): DatabaseUnavailableError {
  const said = error instanceof Error ? reason(error) : String(error);
  const known = refusals.find(([pattern]) => pattern.test(said))?.[1];
  const why = known ?? `PostgreSQL cannot be reached (${said}).`;
  return new DatabaseUnavailableError({ why, isBusy: false, retryAfter }, { cause: error });
}

/** Of several addresses of one name, the error has a code alone. */
function reason(error: Error): string {
  return error.message || String((error as NodeJS.ErrnoException).code);
}

/** Whether an error lasts until somebody changes `DATABASE_URL`, or what it names. */
export function isOfSettings(error: unknown): boolean {
  if (!(error instanceof DatabaseUnavailableError)) return true;
  const { code = '', message } = error.cause as NodeJS.ErrnoException;
  // PostgreSQL asks for a password, and there is none.
  return /^(?:28|3D|42)/.test(code) || message.startsWith('SASL');
}

/** Whether a connection is of no use after an error. */
export function endsConnection(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return isOfConnection(error);
  return error.severity === 'FATAL' || error.severity === 'PANIC';
}

/** Of the socket, in which case Node.js names the call that failed, or of `pg`'s own. */
function isOfConnection(error: unknown): error is Error {
  if (!(error instanceof Error) || error instanceof pg.DatabaseError) return false;
  return 'syscall' in error || words.some((beginning) => error.message.startsWith(beginning));
}
