import { Agent, type buildConnector, type Dispatcher } from 'undici';

/** Timeouts in milliseconds. */
export interface Timeouts {
  connect: number;
  /** Maximum time until the response headers arrive. */
  headers: number;
  /** Maximum time between two chunks of a body. */
  idle: number;
  /** Maximum time for a request and its complete answer. */
  total: number;
}

export const defaultTimeouts: Timeouts = {
  connect: 5_000,
  headers: 15_000,
  idle: 15_000,
  total: 60_000,
};

/** Creates a pool of keep-alive connections. @param connector replaces undici's own connector */
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
