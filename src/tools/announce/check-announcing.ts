import { constants, existsSync, readFileSync } from 'node:fs';
import { access } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { type Env, parseSettings } from '../../config/settings.ts';
import { type Check, type Finding, fail, ok, warn } from '../../lib/finding.ts';
import { command } from '../../lib/processes/command.ts';
import { sentences } from '../../lib/text/text.ts';
import { parseAnnounceFile, readTargets } from './announce-file.ts';
import { readLedger } from './ledger.ts';
import { isSameSite } from './refuse.ts';

const what = 'announcements';
const file = 'announce.yaml';

/** Checks that releases can be announced from this folder. Sends nothing. */
export const announceCheck: Check = {
  what,
  isSetUp: () => existsSync(file),
  read: (env) => readAnnouncing(readFileSync(file, 'utf8'), env),
};

/**
 * Reads the settings of announcements, and returns a function that checks the rest.
 * @param text the text of `announce.yaml`
 * @throws SettingsError
 */
export function readAnnouncing(text: string, env: Env): () => Promise<Finding[]> {
  const settings = parseSettings(env, ['SITE_URL', 'BASE_PATH', 'ANNOUNCE_LEDGER']);
  const { site, targets } = parseAnnounceFile(file, text);
  const isSet = ({ variable }: { variable: string }) => Boolean(env[variable]);
  readTargets(targets.filter(isSet), env);
  const own = settings.SITE_URL + settings.BASE_PATH;
  const problems = isSameSite(site, own)
    ? targets.filter((one) => !isSet(one)).map(({ name, variable }) => notSet(name, variable))
    : [otherSite(site, own)];
  return async () => {
    const found = [...problems, ...(await checkLedger(settings.ANNOUNCE_LEDGER))];
    const names = targets.map(({ name }) => name).join(', ');
    return found.length > 0 ? found : [ok(what, `New releases are announced in ${names}.`)];
  };
}

/** A workflow may be all that knows the address of a channel. */
function notSet(name: string, variable: string): Finding {
  const found = `${variable} (${name}) is not set, so nothing is announced from here.`;
  return warn(what, found, 'Set it where releases are announced, such as in .env.');
}

function otherSite(site: string, own: string): Finding {
  const found = `${file} announces from ${site}, but this site is ${own}, which announces nothing.`;
  return warn(what, found, `Change ${file}, or SITE_URL and BASE_PATH, if it is the same site.`);
}

/** Checks that the ledger can be written, and that no message in it waits for a decision. */
async function checkLedger(ledger: string): Promise<Finding[]> {
  // A missing folder is made by the first announcement.
  let folder = dirname(resolve(ledger));
  while (!existsSync(folder)) folder = dirname(folder);
  const why = await access(`${folder}/.`, constants.W_OK).catch((error: Error) => error.message);
  if (why)
    return [
      fail(
        what,
        `The ledger ${ledger} cannot be written: ${why}.`,
        'Set ANNOUNCE_LEDGER to a file in another folder.',
      ),
    ];
  const read = await readLedger(ledger).catch((error: Error) => error);
  if (read instanceof Error) return [fail(what, ...sentences(read.message))];
  const unknown = read.rows.filter(({ state }) => state === 'unknown');
  if (unknown.length === 0) return [];
  const named = [...new Set(unknown.map(({ item, target }) => `${item} in ${target}`))].join(', ');
  const next = `Look into the channels. Then run ${command('announce', '--confirm-unknown')} for what is there, or ${command('announce', '--retry-unknown')} for what is missing.`;
  return [warn(what, `It is not known whether these messages arrived: ${named}.`, next)];
}
