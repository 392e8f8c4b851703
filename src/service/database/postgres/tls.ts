import { readFile } from 'node:fs/promises';
import type { ConnectionOptions } from 'node:tls';
import { SettingsError } from '../../../model/errors.ts';
import type { PostgresAddress } from './address.ts';

/**
 * What `sslmode` and its files come to for `tls.connect`; false: no TLS. Reads the files.
 * @throws SettingsError
 */
export async function readTls(tls: PostgresAddress['tls']): Promise<false | ConnectionOptions> {
  const { mode, sslrootcert, sslcert, sslkey } = tls;
  if (mode === 'disable') return false;
  // libpq's word for the authorities that the system, here Node.js, trusts anyway.
  const root = sslrootcert === 'system' ? undefined : sslrootcert;
  if (mode === 'verify-ca' && root === undefined)
    throw new SettingsError(
      'DATABASE_URL has sslmode=verify-ca and no sslrootcert: name the file with the certificate of the authority, or write sslmode=verify-full.',
    );
  const files = {
    ca: await readPem('sslrootcert', root),
    cert: await readPem('sslcert', sslcert),
    key: await readPem('sslkey', sslkey),
  };
  return { ...files, ...checks(mode, files.ca !== undefined) };
}

/** With an authority of its own, `require` asks for that too, as libpq does. */
function checks(mode: 'require' | 'verify-ca' | 'verify-full', hasRoot: boolean) {
  if (mode === 'verify-full') return {};
  if (hasRoot) return { checkServerIdentity: () => undefined };
  return { rejectUnauthorized: false };
}

async function readPem(name: string, file: string | undefined): Promise<string | undefined> {
  if (file === undefined) return undefined;
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new SettingsError(
      `The file that ${name} of DATABASE_URL names cannot be read (${(error as NodeJS.ErrnoException).code}): give its whole path, and let the service read it.`,
    );
  }
}
