import { parseSettings } from '../../src/config/settings.ts';

/** The origin in SERVICE_URL. */
export function publicAddress(): string | undefined {
  return parseSettings(process.env, ['SERVICE_URL']).SERVICE_URL;
}

/**
 * The origin of the service's addresses that commands print. Without SERVICE_URL, the origin is a
 * guess.
 */
export function serviceOrigin(): string {
  return publicAddress() ?? 'http://127.0.0.1:4010';
}
