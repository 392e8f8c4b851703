import { type DestinationStream, type Logger, pino } from 'pino';

/** Structured logs: one JSON object a line. */
export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>;

interface LogOptions {
  level: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  /** Standard error where none is given. */
  destination?: DestinationStream;
}

/** A log whose errors show their type, message and stack alone: other fields may hold input. */
export function createLog({ level, destination = pino.destination(2) }: LogOptions): Log {
  return pino({ level, base: null, serializers: { err: describe } }, destination);
}

function describe(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  return { type: error.name, message: error.message, stack: error.stack };
}
