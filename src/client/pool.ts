import { Agent, type Dispatcher, interceptors } from 'undici';

/** One keep-alive pool with the client's timeouts; answers come decompressed. */
export function createPool(): Dispatcher {
  return new Agent({
    connect: { timeout: 5_000 },
    headersTimeout: 15_000,
    bodyTimeout: 15_000,
  }).compose(interceptors.decompress());
}
