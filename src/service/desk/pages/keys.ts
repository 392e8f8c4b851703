import { html } from 'hono/html';
import { VisibleName } from '../../contract/inputs.ts';
import { createKey, isExpired, listKeys, revokeKey } from '../../keys/keys.ts';
import { invalidFields } from '../../refused-error.ts';
import { defined } from '../../resources/defined.ts';
import { confirmed, fill, form, list, type Page, type Problems, time } from '../page.ts';
import { get, post, type Route, type Visit } from '../route.ts';
import { newSecret } from '../users.ts';

/** The keys of the API: a list, and forms that create and revoke. */
export const keyRoutes: readonly Route[] = [
  get('/keys', 'publisher', (visit) => showKeys(visit)),
  post('/keys/create', 'publisher', createAndShow, showKeys),
  post('/keys/revoke', 'publisher', async ({ value, write, now }) => {
    const id = value('id');
    await write(async (db, log) => {
      if (await revokeKey(db, id, now)) await log('revoked a key', id);
    });
    return { to: '/desk/keys' };
  }),
];

async function createAndShow({ value, now, user, write }: Visit): Promise<Page> {
  const [name, day, nonce] = [value('name'), value('expires'), value('nonce')];
  const isNamed = VisibleName.safeParse(name).success && /^[\w-]{16}$/.test(nonce);
  // A key is valid until its last day ends.
  const expires_at = day === '' ? undefined : `${day}T23:59:59.999Z`;
  const isDay = expires_at === undefined || Date.parse(expires_at) > now.getTime();
  const problems = defined({
    name: isNamed ? undefined : 'Give the key a name of at most 255 characters.',
    expires: isDay ? undefined : 'Choose a day that is not over, or none.',
  });
  if (Object.keys(problems).length > 0) throw invalidFields(problems);
  const input = { id: `key_${nonce}`, name, expires_at, created_by: user.name };
  const { key } = await write(async (db, log) => {
    const isDouble = (await listKeys(db)).some(({ id }) => id === input.id);
    if (isDouble) throw invalidFields({ name: sentTwice });
    await log('created a key', `${input.id} ${name}`);
    return createKey(db, input, now);
  });
  const main = html`<p>The key of <strong>${name}</strong> is shown only now. Copy it to where it is used:</p><p class="secret"><code tabindex="0">${key}</code></p><p><a href="/desk/keys">All keys</a></p>`;
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
  const about = { problems, hidden: { nonce: [newSecret().slice(0, 16)] } };
  const creating = form('/desk/keys/create', 'Create a key', fill(fields, values, problems), about);
  return {
    title: 'Keys',
    problems,
    main: html`<p class="page-lead">A key gives a program access to the API: it may read and write everything.</p>
${list('Keys', columns, hasEnvironmentKey ? [environmentKey, ...rows] : rows)}
<h2>A new key</h2>${creating}`,
  };
}
