import { html } from 'hono/html';
import { digest } from '../../../lib/digest.ts';
import { VisibleName } from '../../contract/inputs.ts';
import { createKey, isExpired, listKeys, revokeKey } from '../../keys/keys.ts';
import { newSecret } from '../../keys/users.ts';
import { confirmed, fill, form, list, type Page, type Problems, time } from '../page.ts';
import { get, post, type Route, type Visit } from '../route.ts';

/** The keys of the API: a list, and forms that create and revoke. */
export const keyRoutes: readonly Route[] = [
  get('/keys', 'publisher', (visit) => showKeys(visit)),
  post('/keys/create', 'publisher', createAndShow),
  post('/keys/revoke', 'publisher', async ({ value, write, now }) => {
    const id = value('id');
    await write(async (db, log) => {
      if (await revokeKey(db, id, now)) await log('revoked a key', id);
    });
    return { to: '/desk/keys' };
  }),
];

async function createAndShow(visit: Visit): Promise<Page> {
  const { value, now, user, write } = visit;
  const [name, day] = [value('name'), value('expires')];
  if (!VisibleName.safeParse(name).success)
    return showKeys(visit, { name: 'Give the key a name of at most 255 characters.' });
  // A key is valid until its last day ends.
  const expires_at = day === '' ? undefined : `${day}T23:59:59.999Z`;
  if (expires_at && !(Date.parse(expires_at) > now.getTime()))
    return showKeys(visit, { expires: 'Choose a day that is not over, or none.' });
  const id = `key_${digest(value('nonce'), 16)}`;
  const made = await write(async (db, log) => {
    if ((await listKeys(db)).some((one) => one.id === id)) return undefined;
    await log('created a key', `${id} ${name}`);
    return createKey(db, { id, name, expires_at, created_by: user.name }, now);
  });
  if (!made) return showKeys(visit, { name: sentTwice });
  const main = html`<p>The key of <strong>${name}</strong> is shown only now. Copy it to where it is used:</p><p class="secret"><code tabindex="0">${made.key}</code></p><p><a href="/desk/keys">All keys</a></p>`;
  return { title: 'A new key', main, isSecret: true };
}

const sentTwice =
  'This form was sent twice. Its key was shown the first time: revoke it if you do not have it.';

const columns = ['Name', 'Made by', 'Made', 'Last used', 'State', 'Actions'];
const note = 'To change it, edit the settings of the server.';
const environmentKey = ['The key of the environment', 'the server', '', '', 'valid', note];
const fields = [
  { name: 'name', label: 'Name', hint: 'Who or what uses the key, such as “CI”.' },
  { name: 'expires', label: 'Valid until', kind: 'date', hint: 'In UTC. Empty: it never expires.' },
];

async function showKeys(visit: Visit, problems: Problems = {}): Promise<Page> {
  const { deps, now, hasEnvironmentKey, values } = visit;
  const rows = (await listKeys(deps.db)).map((key) => {
    const ended = key.revoked_at ? 'revoked' : isExpired(key, now) ? 'expired' : undefined;
    const until = key.expires_at ? html`until ${time(key.expires_at)}` : 'valid';
    const revoke = confirmed(`Revoke ${key.name}`, '/desk/keys/revoke', { id: [key.id] });
    const [by, last] = [key.created_by ?? 'a command', key.last_used_on ?? 'never'];
    return [key.name, by, time(key.created_at), last, ended ?? until, !ended && revoke];
  });
  const about = { hidden: { nonce: [newSecret()] } };
  const creating = form('/desk/keys/create', 'Create a key', fill(fields, values, problems), about);
  return {
    title: 'Keys',
    problems,
    main: html`<p class="page-lead">A key gives a program access to the API: it may read and write everything.</p>
${list('Keys', columns, hasEnvironmentKey ? [environmentKey, ...rows] : rows)}
<h2>A new key</h2>${creating}`,
  };
}
