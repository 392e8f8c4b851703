import { Agent, type buildConnector, type Dispatcher } from 'undici';

/** One keep-alive pool with the client's timeouts; `connect` opens its connections. */
export function createPool(connect?: buildConnector.connector): Dispatcher {
  return new Agent({
    connect: connect ?? { timeout: 5_000 },
    headersTimeout: 15_000,
    bodyTimeout: 15_000,
  });
}
