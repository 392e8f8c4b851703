import pg from 'pg';
import { DatabaseUnavailableError } from '../../../lib/database/unavailable.ts';
import { TooLongError } from '../too-long.ts';

type Cause = ConstructorParameters<typeof DatabaseUnavailableError>[0];

/** In seconds: often enough for a server that restarts. */
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
 * By prefix of PostgreSQL's error code
 * (https://www.postgresql.org/docs/current/errcodes-appendix.html), longest first. `isBusy` errors
 * changed nothing and may be retried at once.
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
      why: 'PostgreSQL has no such database. Create it with CREATE DATABASE, or use another one.',
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

/** Messages of `pg` for a lost connection. */
const words = [
  ...['Query read timeout', 'Connection terminated', 'timeout exceeded when trying to connect'],
  ...['Client has encountered a connection error', 'Client was closed', 'timeout expired'],
];

/** Among our statements, only index entries can exceed this limit. */
const tooLong = '54000';

/**
 * Converts errors that are not the statement's fault, and texts too long for an index. Removes
 * quoted rows from others.
 */
export function explain(error: unknown): unknown {
  if (isOfConnection(error)) return unreachable(error);
  if (!(error instanceof pg.DatabaseError)) return error;
  const { code = '' } = error;
  const cause = causes.find(([beginning]) => code.startsWith(beginning))?.[1];
  // Logs must not contain erased data, such as addresses of subscribers.
  const quiet = Object.assign(error, {
    detail: undefined,
    where: undefined,
    internalQuery: undefined,
  });
  if (code === tooLong) return new TooLongError({ cause: quiet });
  return cause ? new DatabaseUnavailableError(cause, { cause: quiet }) : quiet;
}

/** Messages of `pg` for a connection that could not be used. */
const refusals: readonly [pattern: RegExp, why: string][] = [
  [/^SASL.*password must be/, 'PostgreSQL requires a password, but DATABASE_URL has none.'],
  [/does not support SSL/, 'PostgreSQL does not offer TLS. Remove sslmode, or enable TLS.'],
];

/** The error for a connection that cannot be made or was lost. */
export function unreachable(error: unknown): DatabaseUnavailableError {
  const { message, code } = error as NodeJS.ErrnoException;
  // For a name with several addresses, the error has only a code.
  const text = error instanceof Error ? message || String(code) : String(error);
  const known = refusals.find(([pattern]) => pattern.test(text))?.[1];
  const why = known ?? `PostgreSQL cannot be reached (${text}).`;
  return new DatabaseUnavailableError({ why, isBusy: false, retryAfter }, { cause: error });
}

/** Whether the error needs a change of `DATABASE_URL` or its database. */
export function isOfSettings(error: unknown): boolean {
  if (!(error instanceof DatabaseUnavailableError)) return true;
  const { code = '', message } = error.cause as NodeJS.ErrnoException;
  // A missing password is an error of SASL, without a code.
  return /^(?:28|3D|42)/.test(code) || message.startsWith('SASL');
}

/** Whether a connection is unusable after an error. */
export function endsConnection(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return isOfConnection(error);
  return error.severity === 'FATAL' || error.severity === 'PANIC';
}

/**
 * Whether an error comes from the socket, where Node.js names the system call, or from `pg` itself.
 */
function isOfConnection(error: unknown): error is Error {
  if (!(error instanceof Error) || error instanceof pg.DatabaseError) return false;
  return 'syscall' in error || words.some((beginning) => error.message.startsWith(beginning));
}
