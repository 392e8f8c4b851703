import { parseSettings } from '../../src/config/settings.ts';

/** The service's public origin from SERVICE_URL; undefined if it is not set. */
export function publicAddress(): string | undefined {
  return parseSettings(process.env, ['SERVICE_URL']).SERVICE_URL;
}

/**
 * The origin of the service's addresses that commands print. If SERVICE_URL is not set, the default
 * local address is used.
 */
export function serviceOrigin(): string {
  return publicAddress() ?? 'http://127.0.0.1:4010';
}
