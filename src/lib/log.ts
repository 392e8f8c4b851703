import { type DestinationStream, type Logger, pino } from 'pino';

/** A structured log with one JSON object per line. */
export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>;

interface LogOptions {
  level: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  /** Stream to write to; standard error by default. */
  destination?: DestinationStream;
}

/**
 * Creates a log. Errors are logged with their type, message and stack only, since other fields may
 * contain user input. The stack is omitted for errors with an exit code, whose messages are
 * complete for the user.
 */
export function createLog({ level, destination = pino.destination(2) }: LogOptions): Log {
  return pino({ level, base: null, serializers: { err: describe } }, destination);
}

function describe(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const isForPeople = 'exitCode' in error;
  return { type: error.name, message: error.message, ...(!isForPeople && { stack: error.stack }) };
}
