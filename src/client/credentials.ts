export type AuthScheme = 'bearer' | 'basic';

/** The `Authorization` header of an API key (specification, "Authentication" 2 and 3; RFC 7617, RFC 6750). */
export function authorization(scheme: AuthScheme, key: string): string {
  if (scheme === 'bearer') return `Bearer ${key}`;
  return `Basic ${Buffer.from(`${key}:`).toString('base64')}`;
}
