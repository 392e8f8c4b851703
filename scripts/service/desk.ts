import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { isLoopback } from '../../src/config/setting-schemas.ts';
import { type Env, parseSettings } from '../../src/config/settings.ts';
import { ifMissing } from '../../src/lib/files/missing.ts';
import { SettingsError } from '../../src/model/errors.ts';
import type { Db } from '../../src/service/database/schema.ts';
import { serveDesk } from '../../src/service/desk/desk.ts';
import type { Look } from '../../src/service/desk/route.ts';
import { addUser, linkAddress, listUsers, makeLink } from '../../src/service/keys/users.ts';
import { openSite } from './site.ts';

/**
 * Opens the desk; undefined if it is off. Without `DESK`, it is on only if the service is only for
 * this machine.
 * @param options the address that the service listens on, and the site's folder
 * @throws SettingsError if it is on without an address with HTTPS, or the site's folder is missing
 */
export async function openDesk(env: Env, { host, site }: { host: string; site?: string }) {
  const settings = parseSettings(env, ['DESK', 'DESK_USER_HEADER', 'SERVICE_URL', 'OUT_DIR']);
  const { DESK: desk, DESK_USER_HEADER: userHeader, SERVICE_URL: url } = settings;
  const isHere = isLoopback(host.includes(':') ? `[${host}]` : host);
  const isUrlHere = url === undefined || isLoopback(new URL(url).hostname);
  const isOnlyHere = isHere && isUrlHere;
  if (desk === 'off' || (desk === undefined && !isOnlyHere)) return undefined;
  if (!isOnlyHere && !url?.startsWith('https:'))
    throw new SettingsError(
      'DESK=on needs HTTPS: set SERVICE_URL to the address of the service that begins with https://, and put a proxy in front of it (TRUSTED_PROXIES). Or unset DESK.',
    );
  if (site !== undefined && !statSync(site, { throwIfNoEntry: false })?.isDirectory())
    throw new SettingsError(
      `There is no folder ${site}. Let --site name the site's folder, which has site.config.ts and announce.yaml.`,
    );
  const mount = serveDesk({
    isOnlyHere,
    userHeader,
    look: await readLook(site && resolve(site, settings.OUT_DIR)),
    site: openSite(site, env),
  });
  return {
    mount,
    /** Prints where the desk is. */
    describe: (db: Db, origin: string) => describeDesk(db, url ?? origin),
    /** Adds the first user, and makes a link for that user. */
    link: linkOfFirst,
  };
}

/**
 * Prints where the desk is. At a terminal, a database without users gets one, and the link for it
 * is printed.
 */
async function describeDesk(db: Db, origin: string): Promise<void> {
  const isNew = (await listUsers(db, new Date())).length === 0;
  if (!isNew) return console.log(`The desk is at ${origin}/desk/.`);
  if (!process.stdout.isTTY)
    return console.log(
      `The desk is at ${origin}/desk/. "waymark service users add NAME --role publisher" adds its first user.`,
    );
  console.log(`Sign in to the desk, within 30 minutes:\n${await linkOfFirst(db, origin)}`);
}

async function linkOfFirst(db: Db, origin: string): Promise<string> {
  const now = new Date();
  const user = await addUser(db, { name: 'Publisher', role: 'publisher' }, now);
  return linkAddress(origin, await makeLink(db, user, now));
}

/**
 * The look of the site: its accent, theme and language, as its last build has them.
 * @param dist the folder of the build
 */
export async function readLook(dist?: string): Promise<Look> {
  const folder = new URL('../../src/site/', import.meta.url);
  const sheets = ['fonts', 'tokens', 'writing', 'base'].map((name) => `base/${name}.css`);
  const own = '../service/desk/desk.css';
  const texts = await Promise.all(
    [...sheets, 'shell/frame.css', own].map((name) => readFile(new URL(name, folder), 'utf8')),
  );
  const ofBuild = (name: string) =>
    dist === undefined ? undefined : readFile(join(dist, name), 'utf8').catch(ifMissing);
  const colours = (await ofBuild('colours.css')) ?? '';
  const [, language = 'en'] =
    /<html lang="([\w-]+)"/.exec((await ofBuild('index.html')) ?? '') ?? [];
  const names = ['newsreader.woff2', 'waymark-sans.woff2'];
  const fonts = names.map(
    async (name) =>
      [name, new Uint8Array(await readFile(new URL(`base/${name}`, folder)))] as const,
  );
  return {
    css: texts.join('\n').replaceAll(/\/\*.*?\*\//gs, '') + colours,
    fonts: Object.fromEntries(await Promise.all(fonts)),
    language,
  };
}
