import { WaymarkError } from './errors.ts';

/** An error in a form that one process can send to another. */
export interface SentError {
  name: string;
  message: string;
  stack?: string | undefined;
  /** Only set for a WaymarkError. */
  exitCode?: number;
  /** Only set for a system error. */
  syscall?: string;
}

export function toSent(error: unknown): SentError {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) };
  const { name, message, stack } = error;
  return {
    name,
    message,
    stack,
    ...(error instanceof WaymarkError && { exitCode: error.exitCode }),
    ...('syscall' in error && { syscall: String(error.syscall) }),
  };
}

export function fromSent(sent: SentError): Error {
  const error = sent.exitCode === undefined ? new Error() : new WaymarkError();
  return Object.assign(error, sent);
}
