import pg from 'pg';
import { DatabaseUnavailableError } from '../../../lib/database/unavailable.ts';
import { TooLongError } from '../too-long.ts';

type Cause = ConstructorParameters<typeof DatabaseUnavailableError>[0];

/**
 * Seconds until clients should retry. The time is short, because a restart of PostgreSQL is usually
 * quick.
 */
const retryAfter = 5;
const lost: Cause = {
  why: 'PostgreSQL does not answer, or closed the connection.',
  isBusy: false,
  retryAfter,
};
const rights: Cause = {
  why: 'The user in DATABASE_URL lacks a permission. Make it the owner of the database and its tables.',
  isBusy: false,
};

/**
 * Causes by the first characters of PostgreSQL's error code
 * (https://www.postgresql.org/docs/current/errcodes-appendix.html), longest first. `isBusy` means
 * that nothing was changed and the work may be retried at once.
 */
const causes: readonly [code: string, cause: Cause][] = [
  [
    '25006',
    {
      why: 'PostgreSQL is read-only: it is a standby or configured to be read-only.',
      isBusy: false,
    },
  ],
  ['25P03', lost],
  ['25P04', lost],
  [
    '3D000',
    {
      why: 'PostgreSQL has no such database. Create it with CREATE DATABASE, or use another database.',
      isBusy: false,
    },
  ],
  ['40001', { why: 'PostgreSQL gave priority to another write. Try again.', isBusy: true }],
  ['40P01', { why: 'PostgreSQL gave priority to another write. Try again.', isBusy: true }],
  ['42501', rights],
  ['53100', { why: "PostgreSQL's disk is full.", isBusy: false }],
  ['53300', { why: 'PostgreSQL has no free connections. Try again.', isBusy: true }],
  ['55P03', { why: 'The database is busy with another write. Try again.', isBusy: true }],
  [
    '57014',
    { why: 'PostgreSQL took too long and cancelled the statement.', isBusy: false, retryAfter },
  ],
  ['08', lost],
  ['28', { why: 'PostgreSQL rejects the user or password in DATABASE_URL.', isBusy: false }],
  ['53', { why: 'PostgreSQL is out of resources.', isBusy: false }],
  ['57', { why: 'PostgreSQL is starting or stopping. Try again.', isBusy: false, retryAfter }],
  ['58', { why: "PostgreSQL's disk reports errors.", isBusy: false }],
];

/** Messages of `pg` that mean a lost connection. */
const words = [
  ...['Query read timeout', 'Connection terminated', 'timeout exceeded when trying to connect'],
  ...['Client has encountered a connection error', 'Client was closed', 'timeout expired'],
];

/**
 * Error code for exceeding a limit of PostgreSQL. With the service's statements, only a text that
 * is too long for an index can cause it.
 */
const tooLong = '54000';

/**
 * Converts errors of the connection or the server to DatabaseUnavailableError, and errors about a
 * text too long for an index to TooLongError. Removes quoted values of rows from all errors of
 * PostgreSQL.
 */
export function explain(error: unknown): unknown {
  if (isOfConnection(error)) return unreachable(error);
  if (!(error instanceof pg.DatabaseError)) return error;
  const { code = '' } = error;
  const cause = causes.find(([beginning]) => code.startsWith(beginning))?.[1];
  // These details may quote values of rows. Logs must not contain personal data that can be erased,
  // such as addresses of subscribers.
  const quiet = Object.assign(error, {
    detail: undefined,
    where: undefined,
    internalQuery: undefined,
  });
  if (code === tooLong) return new TooLongError({ cause: quiet });
  return cause ? new DatabaseUnavailableError(cause, { cause: quiet }) : quiet;
}

/**
 * Messages of `pg` for connections that fail because of the settings, with an explanation for each.
 */
const refusals: readonly [pattern: RegExp, why: string][] = [
  [/^SASL.*password must be/, 'PostgreSQL requires a password, but DATABASE_URL has none.'],
  [/does not support SSL/, 'PostgreSQL does not offer TLS. Remove sslmode, or enable TLS.'],
];

/** The error for a connection that cannot be made or was lost. */
export function unreachable(error: unknown): DatabaseUnavailableError {
  const { message, code } = error as NodeJS.ErrnoException;
  // If the host name has several IP addresses, the error has a code but no message.
  const text = error instanceof Error ? message || String(code) : String(error);
  const known = refusals.find(([pattern]) => pattern.test(text))?.[1];
  const why = known ?? `PostgreSQL cannot be reached (${text}).`;
  return new DatabaseUnavailableError({ why, isBusy: false, retryAfter }, { cause: error });
}

/** Whether only a change of `DATABASE_URL`, or of the database that it names, can fix an error. */
export function isOfSettings(error: unknown): boolean {
  if (!(error instanceof DatabaseUnavailableError)) return true;
  const { code = '', message } = error.cause as NodeJS.ErrnoException;
  // The error for a missing password has no code; its message begins with "SASL".
  return /^(?:28|3D|42)/.test(code) || message.startsWith('SASL');
}

/** Whether a connection can no longer be used after an error. */
export function endsConnection(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return isOfConnection(error);
  return error.severity === 'FATAL' || error.severity === 'PANIC';
}

/** Whether an error comes from the socket, and so has a `syscall`, or from `pg` itself. */
function isOfConnection(error: unknown): error is Error {
  if (!(error instanceof Error) || error instanceof pg.DatabaseError) return false;
  return 'syscall' in error || words.some((beginning) => error.message.startsWith(beginning));
}
