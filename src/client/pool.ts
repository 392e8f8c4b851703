import { Agent, type buildConnector, type Dispatcher } from 'undici';

/** Timeouts in milliseconds. */
export interface Timeouts {
  connect: number;
  /** Until the response headers arrive. */
  headers: number;
  /** Between two chunks of a body. */
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

/** A keep-alive pool. `connector` replaces undici's own. */
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
