import { html } from 'hono/html';
import { VisibleName } from '../../contract/inputs.ts';
import { type ApiKey, createKey, isExpired, listKeys, revokeKey } from '../../keys/keys.ts';
import { confirmed, field, form, list, type Page, type Problems, time } from '../page.ts';
import type { Route, Visit } from '../route.ts';
import { newSecret } from '../users.ts';

/** The keys of the API: a list, and forms that create and revoke. */
export const keyRoutes: readonly Route[] = [
  { method: 'GET', path: '/keys', role: 'publisher', answer: (visit) => showKeys(visit) },
  {
    method: 'POST',
    path: '/keys/create',
    role: 'publisher',
    async answer(visit) {
      const { value, write, now, user } = visit;
      const [name, day, nonce] = [value('name'), value('expires'), value('nonce')];
      // A key is valid until its last day ends.
      const expires_at = day === '' ? undefined : `${day}T23:59:59.999Z`;
      const isDay = expires_at === undefined || Date.parse(expires_at) > now.getTime();
      const problems = {
        ...(!VisibleName.safeParse(name).success && {
          name: 'Give the key a name of at most 255 characters.',
        }),
        ...(!isDay && { expires: 'Choose a day that is not over, or none.' }),
        ...(!/^[\w-]{8,64}$/.test(nonce) && { name: 'Open the page again.' }),
      };
      if (Object.keys(problems).length > 0) return showKeys(visit, problems);
      const id = `key_${nonce}`;
      const created = await write(
        'created a key',
        async (db) => {
          // A second submit of the same form creates nothing.
          const isDouble = (await listKeys(db)).some((key) => key.id === id);
          return isDouble
            ? undefined
            : createKey(db, { id, name, expires_at, created_by: user.name }, now);
        },
        (key) => key && `${key.id} ${name}`,
      );
      if (!created)
        return showKeys(visit, {
          name: 'This form was sent twice. Its key was shown the first time: revoke it if you do not have it.',
        });
      const main = html`<p>The key of <strong>${name}</strong> is shown only now. Copy it to where it is used:</p><p class="secret"><code tabindex="0">${created.key}</code></p><p><a href="/desk/keys">All keys</a></p>`;
      return { title: 'A new key', main, isSecret: true };
    },
  },
  {
    method: 'POST',
    path: '/keys/revoke',
    role: 'publisher',
    async answer({ value, write, now }) {
      const id = value('id');
      await write(
        'revoked a key',
        (db) => revokeKey(db, id, now),
        (isDone) => (isDone ? id : undefined),
      );
      return { to: '/desk/keys' };
    },
  },
];

async function showKeys(visit: Visit, problems: Problems = {}): Promise<Page> {
  const { deps, now, hasEnvironmentKey, values } = visit;
  const rows = (await listKeys(deps.db)).map((key) => {
    const state = stateOf(key, now);
    return [
      key.name,
      key.created_by ?? 'a command',
      time(key.created_at),
      key.last_used_on ?? 'never',
      state ?? (key.expires_at ? html`until ${time(key.expires_at)}` : 'valid'),
      state === undefined && confirmed(`Revoke ${key.name}`, '/desk/keys/revoke', { id: [key.id] }),
    ];
  });
  const own = [
    'API_KEY',
    'the environment',
    '',
    '',
    'valid',
    'Change the setting API_KEY, and restart the service.',
  ];
  const fields = [
    field(
      {
        name: 'name',
        label: 'Name',
        hint: 'Who or what uses the key, such as “CI”.',
        attributes: { autocomplete: 'off' },
      },
      values,
      problems,
    ),
    field(
      {
        name: 'expires',
        label: 'Last day',
        kind: 'date',
        hint: 'In UTC. Empty: the key never expires.',
      },
      values,
      problems,
    ),
  ];
  const columns = ['Name', 'Made by', 'Made', 'Last used', 'State', 'Actions'];
  const creating = form({
    action: '/desk/keys/create',
    main: fields,
    button: 'Create a key',
    problems,
    hidden: { nonce: [newSecret().slice(0, 16)] },
  });
  return {
    title: 'Keys',
    status: Object.keys(problems).length > 0 ? 422 : 200,
    main: html`<p class="page-lead">A key gives a program access to the API: it may read and write everything.</p>
${list('Keys', columns, hasEnvironmentKey ? [own, ...rows] : rows)}
<h2>A new key</h2>${creating}`,
  };
}

function stateOf(key: ApiKey, now: Date): string | undefined {
  if (key.revoked_at) return 'revoked';
  return isExpired(key, now) ? 'expired' : undefined;
}
