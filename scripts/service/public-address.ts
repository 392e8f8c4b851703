import { isLoopback } from '../../src/config/setting-schemas.ts';
import { parseSettings } from '../../src/config/settings.ts';

/** The service's public origin from SERVICE_URL; undefined if it is not set. */
export function publicAddress(): string | undefined {
  return parseSettings(process.env, ['SERVICE_URL']).SERVICE_URL;
}

/**
 * The origin of the service's addresses that commands print. If SERVICE_URL is not set, it is that
 * of API_BASE_URL if that is on this machine, or the default local address.
 */
export function serviceOrigin(): string {
  const api = URL.parse(process.env.API_BASE_URL ?? '');
  const local = api && isLoopback(api.hostname) ? api.origin : 'http://127.0.0.1:4010';
  return publicAddress() ?? local;
}
