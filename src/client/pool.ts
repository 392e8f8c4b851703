import { Agent, type Dispatcher } from 'undici';

/** One keep-alive pool with the client's timeouts. */
export function createPool(): Dispatcher {
  return new Agent({
    connect: { timeout: 5_000 },
    headersTimeout: 15_000,
    bodyTimeout: 15_000,
  });
}
