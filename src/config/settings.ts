import { z } from 'zod';
import { ownFile } from '../lib/processes/command.ts';
import { SettingsError } from '../model/errors.ts';
import { bucketSettings } from './bucket-settings.ts';
import { receiverSettings } from './receiver-settings.ts';
import {
  addressRanges,
  apiBase,
  type Definition,
  siteOrigin,
  splitSiteUrl,
  text,
  token,
  wholeNumber,
} from './setting-schemas.ts';
import { isSourceToken, sourceSettings } from './source-settings.ts';

/**
 * All settings of `.env.example` and docs/reference.md, with their accepted values and an example.
 */
export const definitions = {
  API_BASE_URL: {
    schema: z.string().transform(apiBase),
    expected:
      "the API's https:// address without /v1 (http:// only for this machine, such as 127.0.0.1)",
    example: 'https://api.example.com',
  },
  API_KEY: {
    schema: token(),
    expected: 'the API key, without spaces',
    example: 'wm_3f9c…',
    secret: true,
  },
  API_AUTH: {
    schema: z.enum(['bearer', 'basic']).default('bearer'),
    expected: '"bearer" or "basic"',
    example: 'bearer',
  },
  ASSETS: {
    schema: z.enum(['on', 'off']).default('on'),
    expected: '"on", or "off" to link to the original pictures and files',
    example: 'off',
  },
  ASSETS_SECONDS: {
    schema: wholeNumber.pipe(z.number().min(1).max(86_400)).optional(),
    expected: 'the seconds that a sync may spend on pictures and files, from 1 to 86400',
    example: '120',
  },
  SITE_URL: {
    schema: z.string().transform(siteOrigin).default('http://localhost:4321'),
    expected: "the public site's address without a path",
    example: 'https://changelog.example.com',
    instead: splitSiteUrl,
  },
  BASE_PATH: {
    // The pattern excludes the path segments "." and "..", because a path with these segments would
    // resolve to a different path.
    schema: text(/^\/(?:(?!\.{1,2}(?:\/|$))[\w.~-]+(?:\/|$))*$/)
      .transform((path) => (path.endsWith('/') ? path : `${path}/`))
      .default('/'),
    expected: "the site's path, starting with a slash",
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
    schema: z.string().min(1).optional(),
    expected: "the file with the site's name, language, colours and links",
    example: 'site.config.ts',
  },
  ANNOUNCE_LEDGER: {
    schema: z.string().min(1).default('announce-ledger.json'),
    expected: 'the file that records what was announced where',
    example: 'announce-ledger.json',
  },
  ...bucketSettings,
  ...receiverSettings,
  ...sourceSettings,
  DATABASE_URL: {
    schema: text(/^postgres(?:ql)?:\/\//).optional(),
    expected: 'the address of a PostgreSQL database',
    example: 'postgres://user:password@host:5432/database',
    secret: true,
  },
  SERVICE_URL: {
    schema: z.string().transform(siteOrigin).optional(),
    expected: "the service's public address without a path, for links in answers and events",
    example: 'https://api.example.com',
  },
  TRUSTED_PROXIES: {
    schema: z.string().transform(addressRanges).default([]),
    expected: 'addresses or CIDR ranges of trusted proxies, separated by commas',
    example: '127.0.0.1,10.0.0.0/8',
  },
  DESK: {
    schema: z.enum(['on', 'off']).optional(),
    expected: '"on" for the desk behind HTTPS, or "off"',
    example: 'on',
  },
  DESK_USER_HEADER: {
    schema: text(/^[A-Za-z][A-Za-z0-9-]*$/).optional(),
    expected: 'the header in which a trusted proxy names the user that it signed in',
    example: 'X-Forwarded-User',
  },
  METRICS_TOKEN: {
    schema: token(32).optional(),
    expected: 'a token of at least 32 characters without spaces, required to read /metrics',
    example: 'c09a5e4826b1f7d3c09a5e4826b7f1d3',
    secret: true,
  },
  RATE_LIMIT: {
    schema: z.coerce.number().int().min(0).default(600),
    expected: 'the number of requests per minute for each key (0: no limit)',
    example: '600',
  },
  RATE_LIMIT_LOOPBACK: {
    schema: z.coerce.number().int().min(0).default(0),
    expected: 'the number of requests per minute for each key from this machine (0: no limit)',
    example: '0',
  },
  FILES_MAX_MB: {
    schema: wholeNumber.default(2048),
    expected: 'the maximum size of all files of the workspace in megabytes (0: no uploads)',
    example: '2048',
  },
} satisfies Record<string, Definition>;

export type Env = Record<string, string | undefined>;

export type SettingName = keyof typeof definitions;
export type Settings<N extends SettingName> = {
  [K in N]: z.output<(typeof definitions)[K]['schema']>;
};

/** All secrets in an environment. For a comma-separated secret, includes each of its parts. */
export function secretsIn(env: Env): string[] {
  const named = Object.keys(env).filter(isNamedSecret);
  return [...secretNames, ...storeSecretNames, ...named].flatMap((name) => {
    const value = env[name];
    return value ? [value, ...value.split(',').map((part) => part.trim())] : [];
  });
}

/**
 * Credentials for S3 buckets. Other programs may need them, so `withoutSecrets` does not remove
 * them.
 */
const storeSecretNames = ['AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN'];

/** An environment for other programs, without Waymark's secrets. */
export function withoutSecrets(env: Env) {
  const entries = Object.entries(env).filter(
    ([name]) => !secretNames.includes(name) && !isNamedSecret(name),
  );
  return Object.fromEntries(entries);
}

/**
 * Whether a variable has a secret that a file of the user names: of a target of announcements, or a
 * token of a source.
 */
function isNamedSecret(name: string): boolean {
  return (name.startsWith('ANNOUNCE_') && name !== 'ANNOUNCE_LEDGER') || isSourceToken(name);
}

const secretNames: readonly string[] = Object.entries<Definition>(definitions)
  .filter(([, { secret }]) => secret)
  .map(([name]) => name);

/** The settings that a build uses. */
export const siteSettings = [
  'SITE_URL',
  'BASE_PATH',
  'CONTENT_DIR',
  'OUT_DIR',
  'SITE_CONFIG',
] as const satisfies SettingName[];

/**
 * Reads settings from an environment. An empty value counts as unset.
 * @param hints what may be set instead of an invalid setting
 * @throws SettingsError that lists every problem, with the variable, the expected value and an
 * example
 */
export function parseSettings<N extends SettingName>(
  env: Env,
  names: readonly N[],
  hints: Hints = {},
): Settings<N> {
  const parse = (name: N) => definitions[name].schema.safeParse(env[name] || undefined);
  const results = [...new Set(names)].map((name) => ({ name, result: parse(name) }));
  const problems = results.filter(({ result }) => !result.success).map(({ name }) => name);
  if (problems.length > 0) throw new SettingsError(explain(env, problems, hints));
  return Object.fromEntries(results.map(({ name, result }) => [name, result.data])) as Settings<N>;
}

type Hints = Partial<Record<SettingName, string | undefined>>;

function explain(env: Env, names: SettingName[], hints: Hints): string {
  const lines = names.map((name) => {
    const { expected, example, instead }: Definition = definitions[name];
    // The message omits the value, which may be a secret.
    const state = env[name] ? 'is not usable' : 'is missing';
    const write = instead?.(env[name] ?? '') ?? `for example ${name}=${example}`;
    const hint = hints[name] === undefined ? '' : `; ${hints[name]}`;
    return `  ${name} ${state}: expected ${expected}; ${write}${hint}`;
  });
  return `Some settings are invalid:\n${lines.join('\n')}\nSet them in the environment or in .env (see ${ownFile('.env.example')}).`;
}
