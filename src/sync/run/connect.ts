import { type Client, createClient, type Retrying } from '../../client/client.ts';
import type { AuthScheme } from '../../client/credentials.ts';
import { systemClock } from '../../lib/time/clock.ts';

export interface ApiSettings {
  baseUrl: string;
  /** Where the API's files are for others (`SERVICE_URL`). */
  publicUrl?: string | undefined;
  key: string;
  auth: AuthScheme;
}

/** Creates a client of the API with the system's clock. */
export function connect(api: ApiSettings, signal?: AbortSignal, retrying?: Set<Retrying>): Client {
  return createClient({
    ...api,
    retrying,
    clock: systemClock,
    random: Math.random,
    ...(signal && { signal }),
  });
}
