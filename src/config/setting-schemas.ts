import { z } from 'zod';

/** One setting. The value of a `secret` setting is never printed or passed to other programs. */
export type Definition = {
  schema: z.ZodType;
  expected: string;
  example: string;
  secret?: true;
  /** What to write instead of an invalid value, if the value shows what was meant. */
  instead?: (value: string) => string | undefined;
};

export function text(pattern: RegExp): z.ZodString {
  return z.string().regex(pattern);
}

/** A secret. Only visible ASCII characters are allowed, because the secret is sent in a header. */
export function token(minLength = 1): z.ZodString {
  return text(/^[\x21-\x7e]+$/).min(minLength);
}

export const wholeNumber = text(/^\d{1,9}$/).transform(Number);

/**
 * The API's address. It must be encrypted or local, because the key is sent to it
 * (docs/api.md, "Keys").
 */
export function apiBase(value: string, context: z.RefinementCtx): string {
  const url = parsePrivateAddress(value);
  if (!url || url.search || url.hash || /\/v1\/?$/.test(url.pathname)) return reject(context);
  return url.href.replace(/\/$/, '');
}

/** The address of a deploy hook. It is a secret, because it is all that is needed to start builds. */
export function hookAddress(value: string, context: z.RefinementCtx): string {
  return parsePrivateAddress(value)?.href ?? reject(context);
}

/** Parses an address that is https or on this machine, and has no credentials. */
export function parsePrivateAddress(value: string): URL | undefined {
  const url = URL.parse(value);
  if (!url || url.username || url.password) return undefined;
  const isLocal = url.protocol === 'http:' && isLoopback(url.hostname);
  return url.protocol === 'https:' || isLocal ? url : undefined;
}

/** Whether a host name refers to this machine. It must have the form that `URL` returns. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

export function siteOrigin(value: string, context: z.RefinementCtx): string {
  const url = URL.parse(value);
  if (!url || !/^https?:$/.test(url.protocol) || url.href !== `${url.origin}/`)
    return reject(context);
  return url.origin;
}

/** The two settings for an address with a path that was given as SITE_URL. */
export function splitSiteUrl(value: string): string | undefined {
  const url = URL.parse(value);
  const isSite = url && /^https?:$/.test(url.protocol) && !url.username && !url.password;
  if (!isSite || url.search || url.hash || url.pathname === '/') return undefined;
  return `SITE_URL=${url.origin} and BASE_PATH=${url.pathname.replace(/\/*$/, '/')}`;
}

/** Values separated by commas, each validated by the schema. */
export function commaList<T>(schema: z.ZodType<T, string>) {
  return z
    .string()
    .transform((text) => text.split(',').map((value) => value.trim()))
    .pipe(z.array(schema));
}

/** Addresses and CIDR ranges, separated by commas. */
export function addressRanges(value: string, context: z.RefinementCtx): string[] {
  const ranges = value.split(',').map((range) => range.trim());
  return ranges.every((range) => AddressRange.safeParse(range).success) ? ranges : reject(context);
}

const AddressRange = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);

function reject(context: z.RefinementCtx): never {
  context.addIssue({ code: 'custom', message: 'not usable' });
  return z.NEVER;
}
