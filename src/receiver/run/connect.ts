import { type Client, createClient, type Retrying } from '../../client/client.ts';
import type { AuthScheme } from '../../client/credentials.ts';
import { systemClock } from '../../lib/time/clock.ts';

/** Which API, and how it is spoken to. */
export interface ApiSettings {
  baseUrl: string;
  key: string;
  auth: AuthScheme;
}

/** A client of the API with this machine's clock. */
export function connect(api: ApiSettings, signal?: AbortSignal, retrying?: Set<Retrying>): Client {
  return createClient({
    ...api,
    retrying,
    clock: systemClock,
    random: Math.random,
    ...(signal && { signal }),
  });
}
