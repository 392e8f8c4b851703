import { join } from 'node:path';
import { expect, test } from 'vitest';
import { restoreBackup } from '../../../src/service/backup/restore.ts';
import { writeBackup } from '../../../src/service/backup/write-backup.ts';
import { signIn } from '../../../src/service/keys/sessions.ts';
import { addUser, changeUser, listUsers, makeLink } from '../../../src/service/keys/users.ts';
import { RefusedError } from '../../../src/service/refused-error.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { exportDataSet } from '../data-set/held-export.ts';
import { openFile } from '../open-file.ts';
import { signedIn, startDesk, visitorOf } from './visitor.ts';

const now = new Date('2026-03-01T00:00:00.000Z');

test('publishers add users and make links for them', async () => {
  await using service = await startDesk();
  const publisher = await signedIn(service);
  const added = await publisher.submit('/desk/users', '/desk/users/add', {
    name: 'Ada',
    role: 'writer',
  });
  expect(added.headers.get('cache-control')).toBe('no-store');
  const [, path = ''] = /(\/desk\/sign-in\/[\w-]{43})/.exec(added.text) ?? [];
  const ada = visitorOf(service);
  await ada.submit(path, path);
  expect((await ada.get('/desk/you')).text).toContain('Ada, writer');
  const again = await publisher.post('/desk/users/link', { name: 'Ada' });
  expect(again.text).toMatch(/\/desk\/sign-in\/[\w-]{43}/);
  const taken = await publisher.submit('/desk/users', '/desk/users/add', { name: 'Ada' });
  expect(taken.status).toBe(422);
  expect(taken.html).toContain('id="name-problem"');
  expect((await ada.get('/desk/users')).html).not.toContain('<form');
});

test.each(['Bob ', ' Bob', 'a command', 'API_KEY', 'key CI'])(
  'no user is called “%s”, which the desk or its log takes for another',
  async (name) => {
    await using service = await startDesk();
    const added = addUser(service.db, { name, role: 'writer' }, now);
    await expect(added).rejects.toThrow(RefusedError);
  },
);

test('hostile names are inert on every page', async () => {
  await using service = await startDesk();
  const name = '"><img src=x onerror=alert(1)><script>alert(1)</script>';
  const publisher = await signedIn(service, 'publisher', name);
  await publisher.submit('/desk/keys', '/desk/keys/create', { name });
  for (const path of ['/desk/', '/desk/keys', '/desk/users', '/desk/more/log', '/desk/you']) {
    const { html, text } = await publisher.get(path);
    expect(html).not.toMatch(/<img|<script>|onerror=alert\(1\)>(?!&)/i);
    if (path !== '/desk/') expect(text).toContain(name);
  }
});

test('an export has no users, and a restored backup has no sessions, no links and no removed users', async () => {
  await using folder = await tempFolder();
  const [file, backup] = [join(folder.path, 'x.db'), join(folder.path, 'b.db')];
  {
    await using open = await openFile(file);
    const { db } = open;
    const ada = await addUser(db, { name: 'Ada Lovelace', role: 'writer' }, now);
    await addUser(db, { name: 'Bob', role: 'writer' }, now);
    await signIn(db, await makeLink(db, ada, now), { now, agent: 'x' });
    await makeLink(db, ada, now);
    expect(JSON.stringify(await exportDataSet(db))).not.toContain('Lovelace');
    await writeBackup(file, backup);
    await changeUser(db, 'Bob', { role: undefined, now });
  }
  const restored = await restoreBackup(backup, { engine: 'sqlite', file }, { replace: true });
  expect(restored.kept).toMatchObject([{ what: 'user', how: 'removed' }]);
  await using open = await openFile(file);
  expect((await listUsers(open.db, now)).map(({ name }) => name)).toEqual(['Ada Lovelace']);
  expect(await open.db.selectFrom('desk_session').selectAll().execute()).toEqual([]);
  expect(await open.db.selectFrom('desk_link').selectAll().execute()).toEqual([]);
});

test('a restored backup keeps users removed, and publishers who became writers, and lists them', async () => {
  await using folder = await tempFolder();
  const [file, backup] = [join(folder.path, 'x.db'), join(folder.path, 'backup.db')];
  {
    await using open = await openFile(file);
    for (const name of ['Ada', 'Bob', 'Eve'])
      await addUser(open.db, { name, role: 'publisher' }, now);
    await writeBackup(file, backup);
    await changeUser(open.db, 'Ada', { role: 'writer', now });
    await changeUser(open.db, 'Bob', { role: undefined, now });
  }
  const { kept } = await restoreBackup(backup, { engine: 'sqlite', file }, { replace: true });
  expect(kept).toMatchObject([
    { what: 'user', how: 'removed' },
    { what: 'user', id: 'Ada', how: 'demoted' },
  ]);
  await using open = await openFile(file);
  const users = await listUsers(open.db, now);
  expect(users.map(({ name, role }) => `${name}, ${role}`)).toEqual([
    'Ada, writer',
    'Eve, publisher',
  ]);
});
