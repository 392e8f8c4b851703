/**
 * The API key that an `Authorization` header carries (docs/api.md, "Keys"): Bearer,
 * or Basic with the key as the username and an empty password.
 */
export function presentedKey(header: string | undefined): string | undefined {
  const [, scheme = '', credentials = ''] = header?.match(/^(\w+) +(\S+)$/) ?? [];
  return schemes.get(scheme.toLowerCase())?.(credentials);
}

// A map, as an object would also answer to `constructor`.
const schemes = new Map<string, (credentials: string) => string | undefined>([
  ['bearer', (credentials) => credentials],
  [
    'basic',
    (pair) =>
      Buffer.from(pair, 'base64')
        .toString('utf8')
        // Only the last colon ends the key, which may hold others.
        .match(/^(.+):$/)?.[1],
  ],
]);
