import type { PoolConfig } from 'pg';
import { parse, toClientConfig } from 'pg-connection-string';
import { SettingsError } from '../../../model/errors.ts';

/** Address, user and TLS settings of a PostgreSQL database. */
export type PostgresAddress = Pick<
  PoolConfig,
  'host' | 'port' | 'user' | 'password' | 'database' | 'application_name' | 'ssl'
> & { enableChannelBinding: boolean };

const tlsModes = ['disable', 'require', 'verify-ca', 'verify-full'];
const parameters = [
  ...['host', 'sslmode', 'sslrootcert', 'sslcert', 'sslkey'],
  ...['application_name', 'channel_binding'],
];
const shape =
  'DATABASE_URL must have the form postgres://user:password@host:5432/database. In user and password, escape characters such as @ : / ? # % as %40 %3A %2F %3F %23 %25';

/**
 * Parses `DATABASE_URL` as libpq does, and reads the certificate files that the URL names. Error
 * messages contain no part of the URL: if the password has an unescaped character, the rest of the
 * password would be parsed as host or parameter.
 * @throws SettingsError if the URL is invalid, or a certificate file cannot be read
 */
export function parseAddress(text: string): PostgresAddress {
  const url = URL.parse(text);
  // The error has no `cause`, because the original error contains the URL.
  if (!url || !isPlain(url)) throw refused(shape);
  const mode = checkedMode(url);
  // In libpq, `system` means the default certificate authorities, which Node.js uses if there is no
  // `sslrootcert`.
  if (url.searchParams.get('sslrootcert') === 'system') url.searchParams.delete('sslrootcert');
  if (mode === 'verify-ca' && !url.searchParams.has('sslrootcert'))
    throw new SettingsError(
      'DATABASE_URL has sslmode=verify-ca but no sslrootcert. Add sslrootcert with the path of the certificate of the authority, or use sslmode=verify-full.',
    );
  const { host, port, user, password, database, ssl } = readConfig(url);
  if (!host) throw refused(shape);
  return {
    host,
    port: port ?? 5432,
    user,
    password: password || undefined,
    database,
    application_name: url.searchParams.get('application_name') ?? 'waymark',
    enableChannelBinding: /^(?:prefer|require)$/.test(
      url.searchParams.get('channel_binding') ?? '',
    ),
    // Connections over a Unix socket do not leave this machine, and PostgreSQL offers no TLS for
    // them.
    ssl: mode !== undefined && !host.startsWith('/') && ssl,
  };
}

/**
 * Whether a URL has the required form. Invalid escapes are rejected because the parser would keep
 * them unchanged, and U+0000 because PostgreSQL would end the text there.
 */
function isPlain({ protocol, username, pathname, search, hash, href }: URL): boolean {
  return (
    /^postgres(?:ql)?:$/.test(protocol) &&
    username !== '' &&
    /^\/[^/@]+$/.test(pathname) &&
    !/[@#]/.test(search + hash) &&
    !/%(?:00|(?![\da-f]{2}))/i.test(href)
  );
}

function checkedMode({ searchParams }: URL): string | undefined {
  if (![...searchParams.keys()].every((name) => parameters.includes(name)))
    throw refused(`DATABASE_URL has a parameter other than ${parameters.join(', ')}`);
  const mode = searchParams.get('sslmode') ?? undefined;
  // With `prefer` and `allow`, an attacker on the network could turn TLS off.
  if (mode !== undefined && !tlsModes.includes(mode))
    throw refused(`DATABASE_URL has an sslmode other than ${tlsModes.join(', ')}`);
  return mode;
}

function readConfig(url: URL) {
  try {
    return toClientConfig(parse(url.href, { useLibpqCompat: true }));
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (syscall === undefined) throw refused(shape);
    throw new SettingsError(
      `A file in DATABASE_URL (sslrootcert, sslcert or sslkey) cannot be read (${code}). Use its absolute path, and make it readable for the service.`,
    );
  }
}

function refused(why: string): SettingsError {
  return new SettingsError(
    `${why}. The value is not shown here, because it may contain a password.`,
  );
}
