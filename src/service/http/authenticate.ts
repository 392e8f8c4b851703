import { timingSafeEqual } from 'node:crypto';

/** Whether a presented key is one of the valid ones. */
export type KeyCheck = (key: string) => boolean;

/**
 * The API key that an `Authorization` header carries (specification, "Authentication"): Bearer,
 * or Basic with the key as the username and an empty password.
 */
export function presentedKey(header: string | undefined): string | undefined {
  const [, scheme = '', credentials = ''] = header?.match(/^(\w+) +(\S+)$/) ?? [];
  return schemes[scheme.toLowerCase()]?.(credentials);
}

const schemes: Record<string, (credentials: string) => string | undefined> = {
  bearer: (credentials) => credentials,
  basic: (credentials) =>
    Buffer.from(credentials, 'base64')
      .toString('utf8')
      .match(/^([^:]+):$/)?.[1],
};

/** Compares two digests in a time that does not tell where they differ. */
export function sameDigest(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}
