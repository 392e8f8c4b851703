import { Agent, type buildConnector, type Dispatcher } from 'undici';

/** How long things may take, in milliseconds. */
export interface Timeouts {
  connect: number;
  /** Until the head of an answer is there. */
  headers: number;
  /** Between two pieces of a body. */
  idle: number;
  /** For a request and its whole answer. */
  total: number;
}

export const defaultTimeouts: Timeouts = {
  connect: 5_000,
  headers: 15_000,
  idle: 15_000,
  total: 60_000,
};

/** One keep-alive pool; `connector` opens its connections where undici's own must not. */
export function createPool(
  { connect, headers, idle }: Timeouts,
  connector?: buildConnector.connector,
): Dispatcher {
  return new Agent({
    connect: connector ?? { timeout: connect },
    headersTimeout: headers,
    bodyTimeout: idle,
  });
}
