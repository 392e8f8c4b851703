export type AuthScheme = 'bearer' | 'basic';

/** The `Authorization` header of an API key (docs/api.md, "Keys"; RFC 7617, RFC 6750). */
export function authorization(scheme: AuthScheme, key: string): string {
  if (scheme === 'bearer') return `Bearer ${key}`;
  return `Basic ${Buffer.from(`${key}:`).toString('base64')}`;
}

/** Removes the key from a text, in every form in which a server may repeat it. */
export function withoutKey(text: string, key: string): string {
  const encoded = authorization('basic', key).slice('Basic '.length);
  return text.replaceAll(key, '[key]').replaceAll(encoded, '[key]');
}
