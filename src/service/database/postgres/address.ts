import { SettingsError } from '../../../model/errors.ts';

/** Where a database of PostgreSQL is, and who asks. */
export interface PostgresAddress {
  /** A name, an IP address, or the folder of a Unix socket. */
  host: string;
  port: number;
  user: string;
  password: string | undefined;
  database: string;
  applicationName: string;
  /** Whether the password's proof is bound to the TLS connection, where the server offers that. */
  isBound: boolean;
  tls: TlsFiles & { mode: TlsMode };
}

/** As libpq means them: https://www.postgresql.org/docs/current/libpq-ssl.html#LIBPQ-SSL-PROTECTION */
type TlsMode = (typeof tlsModes)[number];

interface TlsFiles {
  sslrootcert: string | undefined;
  sslcert: string | undefined;
  sslkey: string | undefined;
}

const tlsModes = ['disable', 'require', 'verify-ca', 'verify-full'] as const;
const parameters = [
  ...['host', 'sslmode', 'sslrootcert', 'sslcert', 'sslkey'],
  ...['application_name', 'channel_binding'],
];
const shape =
  'DATABASE_URL has to be postgres://user:password@host:5432/database, where characters such as @ : / ? # % of the user and of the password are written as %40 %3A %2F %3F %23 %25';

/**
 * Reads `DATABASE_URL`. No message repeats any of it: where a character of the password is not
 * escaped, part of the password is found where the host or a parameter should be.
 * @throws SettingsError
 */
export function parseAddress(text: string): PostgresAddress {
  const url = parseUrl(text);
  const isPlain = /^\/[^/@]+$/.test(url.pathname) && !/[@#]/.test(url.search + url.hash);
  if (!isPlain || url.username === '') throw refused(shape);
  const given = readParameters(url);
  // A host of brackets is an IPv6 address.
  const host = given.get('host') ?? decode(url.hostname).replace(/^\[(.*)\]$/, '$1');
  const database = decode(url.pathname.slice(1));
  if (host === '') throw refused(shape);
  return {
    host,
    port: Number(url.port || 5432),
    user: decode(url.username),
    password: decode(url.password) || undefined,
    database,
    applicationName: given.get('application_name') ?? 'waymark',
    isBound: ['prefer', 'require'].includes(given.get('channel_binding') ?? ''),
    tls: {
      mode: readMode(given.get('sslmode'), host),
      sslrootcert: given.get('sslrootcert'),
      sslcert: given.get('sslcert'),
      sslkey: given.get('sslkey'),
    },
  };
}

function parseUrl(text: string): URL {
  const url = URL.parse(text);
  // Without its cause: that holds the text.
  if (!url || !/^postgres(?:ql)?:$/.test(url.protocol)) throw refused(shape);
  return url;
}

function readParameters({ searchParams }: URL): ReadonlyMap<string, string> {
  const given = new Map(searchParams);
  if ([...given.keys()].every((name) => parameters.includes(name))) return given;
  throw refused(`DATABASE_URL has a parameter that is none of ${parameters.join(', ')}`);
}

function readMode(given: string | undefined, host: string): TlsMode {
  // A socket is on this machine, and its server speaks no TLS there.
  if (given === undefined || host.startsWith('/')) return 'disable';
  const mode = tlsModes.find((one) => one === given);
  if (mode) return mode;
  // `prefer` and `allow` go on without it where somebody in between says that there is no TLS.
  throw refused(`DATABASE_URL has a sslmode that is none of ${tlsModes.join(', ')}`);
}

function decode(part: string): string {
  try {
    const text = decodeURIComponent(part);
    // It would end the text for PostgreSQL, and what follows would be something else.
    if (!text.includes('\0')) return text;
  } catch {
    // What is wrong is in the text, which no message may have.
  }
  throw refused(shape);
}

function refused(why: string): SettingsError {
  return new SettingsError(`${why}. It is not repeated here, as it may hold a password.`);
}
