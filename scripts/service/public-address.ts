import { parseSettings } from '../../src/config/settings.ts';

/** The origin that SERVICE_URL names. */
export function publicAddress(): string | undefined {
  return parseSettings(process.env, ['SERVICE_URL']).SERVICE_URL;
}

/** The origin that addresses begin with; a guess where SERVICE_URL is not set. */
export function serviceOrigin(): string {
  return publicAddress() ?? 'http://127.0.0.1:4010';
}
