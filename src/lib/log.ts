import { type DestinationStream, type Logger, pino } from 'pino';

/** A structured log with one JSON object per line. */
export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>;

interface LogOptions {
  level: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  /** Stream to write to; standard error by default. */
  destination?: DestinationStream;
}

/**
 * Creates a log. For errors it has only the type, message and stack, since other fields may hold
 * user input. Errors with an exit code are messages for people, so their stack is omitted too.
 */
export function createLog({ level, destination = pino.destination(2) }: LogOptions): Log {
  return pino({ level, base: null, serializers: { err: describe } }, destination);
}

function describe(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const isForPeople = 'exitCode' in error;
  return { type: error.name, message: error.message, ...(!isForPeople && { stack: error.stack }) };
}
