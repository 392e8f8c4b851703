import { type DestinationStream, type Logger, pino } from 'pino';

/** Structured logs: one JSON object a line. */
export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>;

interface LogOptions {
  level: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  /** Standard error where none is given. */
  destination?: DestinationStream;
}

/**
 * A log whose errors show their type, message and stack alone: other fields may hold input. An error
 * with an exit code is written for people, and its stack would help nobody.
 */
export function createLog({ level, destination = pino.destination(2) }: LogOptions): Log {
  return pino({ level, base: null, serializers: { err: describe } }, destination);
}

function describe(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const isForPeople = 'exitCode' in error;
  return { type: error.name, message: error.message, ...(!isForPeople && { stack: error.stack }) };
}
