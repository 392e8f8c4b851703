import { z } from 'zod';

/** The value of a `secret` setting is shown nowhere, and other programs do not get it. */
export type Definition = { schema: z.ZodType; expected: string; example: string; secret?: true };

export const wholeNumber = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number);

/** Keys must not travel in the clear (docs/api.md, "Keys"). */
export function apiBase(value: string, context: z.RefinementCtx): string {
  const url = privateAddress(value);
  if (!url || url.search || url.hash || /\/v1\/?$/.test(url.pathname)) return reject(context);
  return url.href.replace(/\/$/, '');
}

/** An address that is itself a secret. */
export function hookAddress(value: string, context: z.RefinementCtx): string {
  return privateAddress(value)?.href ?? reject(context);
}

/** An address that what is sent to cannot be overheard on the way, without credentials in it. */
function privateAddress(value: string): URL | undefined {
  const url = URL.parse(value);
  if (!url || url.username || url.password) return undefined;
  const isLocal = url.protocol === 'http:' && isLoopback(url.hostname);
  return url.protocol === 'https:' || isLocal ? url : undefined;
}

/** Whether a host name, as a URL spells it, is this machine's own. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

export function siteOrigin(value: string, context: z.RefinementCtx): string {
  const url = URL.parse(value);
  if (!url || !/^https?:$/.test(url.protocol) || url.href !== `${url.origin}/`)
    return reject(context);
  return url.origin;
}

/** Values joined by commas, each as the schema has it. */
export function commaList<T>(schema: z.ZodType<T, string>) {
  return z
    .string()
    .transform((text) => text.split(',').map((value) => value.trim()))
    .pipe(z.array(schema));
}

/** Addresses and CIDR ranges, joined by commas. */
export function addressRanges(value: string, context: z.RefinementCtx): string[] {
  const ranges = value.split(',').map((range) => range.trim());
  return ranges.every((range) => AddressRange.safeParse(range).success) ? ranges : reject(context);
}

const AddressRange = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);

function reject(context: z.RefinementCtx): never {
  context.addIssue({ code: 'custom', message: 'not usable' });
  return z.NEVER;
}
