import { z } from 'zod';
import { SettingsError } from './errors.ts';

type Definition = { schema: z.ZodType; expected: string; example: string };

/** Every setting, as `.env.example` and the README tell it: what is accepted, and an example. */
export const definitions = {
  API_BASE_URL: {
    schema: z.string().transform(apiBase),
    expected:
      "the API's https:// address without /v1 (http:// only for this machine, such as 127.0.0.1)",
    example: 'https://api.example.com',
  },
  API_KEY: {
    // Visible ASCII alone can travel in a header.
    schema: z.string().regex(/^[\x21-\x7e]+$/),
    expected: 'the API key, without spaces',
    example: 'wm_3f9c…',
  },
  API_AUTH: {
    schema: z.enum(['bearer', 'basic']).default('bearer'),
    expected: '"bearer" or "basic"',
    example: 'bearer',
  },
  SITE_URL: {
    schema: z.string().transform(siteOrigin).default('http://localhost:4321'),
    expected: "the public site's address without a path",
    example: 'https://changelog.example.com',
  },
  BASE_PATH: {
    schema: z
      .string()
      // "." and ".." are not the path that they seem to be.
      .regex(/^\/(?:(?!\.{1,2}(?:\/|$))[\w.~-]+(?:\/|$))*$/)
      .transform((path) => (path.endsWith('/') ? path : `${path}/`))
      .default('/'),
    expected: 'the path that the site lives under, starting with a slash',
    example: '/notes/',
  },
  CONTENT_DIR: {
    schema: z.string().min(1).default('content'),
    expected: 'the folder that sync writes and build reads',
    example: 'content',
  },
  OUT_DIR: {
    schema: z.string().min(1).default('dist'),
    expected: 'the folder that build writes',
    example: 'dist',
  },
  SITE_CONFIG: {
    schema: z.string().min(1).default('site.config.ts'),
    expected: "the file with the site's name, language, colours and links",
    example: 'site.config.ts',
  },
  WEBHOOK_SECRET: {
    schema: z.string().regex(/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/),
    expected: 'the secret that signs events: whsec_ and at least 24 bytes in base64',
    example: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
  },
  WEBHOOK_PORT: {
    schema: z.string().regex(/^\d+$/).transform(Number).pipe(z.number().max(65535)).default(4020),
    expected: 'a port number from 0 to 65535 (0: any free one)',
    example: '4020',
  },
  SERVICE_URL: {
    schema: z.string().transform(siteOrigin).optional(),
    expected: "the service's public address without a path, as events name it",
    example: 'https://api.example.com',
  },
  TRUSTED_PROXIES: {
    schema: z.string().transform(addressRanges).default([]),
    expected: 'addresses or CIDR ranges of the proxies in front of the service, joined by commas',
    example: '127.0.0.1,10.0.0.0/8',
  },
  RATE_LIMIT: {
    schema: z.coerce.number().int().min(0).default(600),
    expected: 'how many requests a key may make in a minute (0: any number)',
    example: '600',
  },
  RATE_LIMIT_LOOPBACK: {
    schema: z.coerce.number().int().min(0).default(0),
    expected: 'the same for requests from this machine (0: any number)',
    example: '0',
  },
} satisfies Record<string, Definition>;

export type SettingName = keyof typeof definitions;
export type Settings<N extends SettingName> = {
  [K in N]: z.output<(typeof definitions)[K]['schema']>;
};

/**
 * Reads the named settings from an environment; an empty value counts as unset.
 * @throws SettingsError that lists every problem: the variable, what was expected and an example.
 */
export function parseSettings<N extends SettingName>(
  env: Record<string, string | undefined>,
  names: readonly N[],
): Settings<N> {
  const results = names.map((name) => ({ name, result: parseOne(env, name) }));
  const problems = results.filter(({ result }) => !result.success).map(({ name }) => name);
  if (problems.length > 0) throw new SettingsError(explain(env, problems));
  return Object.fromEntries(results.map(({ name, result }) => [name, result.data])) as Settings<N>;
}

function parseOne(env: Record<string, string | undefined>, name: SettingName) {
  return definitions[name].schema.safeParse(env[name] || undefined);
}

function explain(env: Record<string, string | undefined>, names: SettingName[]): string {
  const lines = names.map((name) => {
    const { expected, example } = definitions[name];
    // The value itself is not repeated: it may be a secret.
    const state = env[name] ? 'is not usable' : 'is missing';
    return `  ${name} ${state}: expected ${expected}; for example ${name}=${example}`;
  });
  return `Some settings need attention:\n${lines.join('\n')}\nSet them in the environment or in .env (see .env.example).`;
}

/** Whether a host name, as a URL spells it, is this machine's own. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

/** Keys must not travel in the clear (specification, "Authentication", 5). */
function apiBase(value: string, context: z.RefinementCtx): string {
  const url = URL.parse(value);
  const secure =
    url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
  const plain = url && !url.username && !url.password && !url.search && !url.hash;
  if (!secure || !plain || /\/v1\/?$/.test(url.pathname)) return reject(context);
  return url.href.replace(/\/$/, '');
}

function siteOrigin(value: string, context: z.RefinementCtx): string {
  const url = URL.parse(value);
  if (!url || !/^https?:$/.test(url.protocol) || url.href !== `${url.origin}/`)
    return reject(context);
  return url.origin;
}

/** Addresses and CIDR ranges, joined by commas. */
function addressRanges(value: string, context: z.RefinementCtx): string[] {
  const ranges = value.split(',').map((range) => range.trim());
  return ranges.every((range) => AddressRange.safeParse(range).success) ? ranges : reject(context);
}

const AddressRange = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);

function reject(context: z.RefinementCtx): never {
  context.addIssue({ code: 'custom', message: 'not usable' });
  return z.NEVER;
}
