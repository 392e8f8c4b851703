import { type DestinationStream, type Logger, pino } from 'pino';

/** Structured logs: one JSON object a line. */
export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>;

interface LogOptions {
  level: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  /** Standard error by default. */
  destination?: DestinationStream;
}

/**
 * A log that shows only type, message and stack of errors, since other fields may hold input.
 * Errors with an exit code are messages for people, so their stack is left out.
 */
export function createLog({ level, destination = pino.destination(2) }: LogOptions): Log {
  return pino({ level, base: null, serializers: { err: describe } }, destination);
}

function describe(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const isForPeople = 'exitCode' in error;
  return { type: error.name, message: error.message, ...(!isForPeople && { stack: error.stack }) };
}
