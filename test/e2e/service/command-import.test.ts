import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openFile } from '../../service/open-file.ts';
import { sample } from '../../service/sample.ts';
import { startCommand } from '../../support/command.ts';
import { ran, workplace } from './service-command.ts';

test('--import only fills an empty database, and later starts do not need the data set', async () => {
  await using place = await workplace();
  const args = ['--port', '0', '--import', place.set, ...place.use];
  const env = { API_KEY: 'k' };
  const ask = (url: string, path: string, init: RequestInit = {}) =>
    fetch(`${url}/v1/releases/${path}`, { ...init, headers: { authorization: 'Bearer k' } });
  {
    await using service = startCommand('service', { args, env, cwd: '.' });
    const [url] = await service.printed(/http:\/\/127\.0\.0\.1:\d+/);
    expect((await ask(url, 'draft/publish', { method: 'POST' })).status).toBe(200);
    expect((await ask(url, 'hidden', { method: 'DELETE' })).status).toBe(204);
  }
  await rm(place.set);
  await using service = startCommand('service', { args, env, cwd: '.' });
  await service.printed(/is not empty.*run: npm run service -- import /);
  const [url] = await service.printed(/http:\/\/127\.0\.0\.1:\d+/);
  expect(await (await ask(url, 'draft')).json()).toMatchObject({ status: 'RELEASED' });
  expect((await ask(url, 'hidden')).status).toBe(404);
});

test('import has a dry run that prints the changes', async () => {
  await using place = await workplace();
  const plan = (...args: string[]) => ran(['import', place.set, ...args, ...place.use]);
  const dry = await plan('--dry-run');
  expect(dry.stdout).toMatch(/^Would import .*set\.json into .*x\.db:\n {2}workspace: 1 new\n/);
  expect(existsSync(place.database)).toBe(false);
  expect((await plan()).stdout).toMatch(
    / {2}releases: 6 new\n[\s\S]*Imported 6 releases, 3 milestones, \d+ other/,
  );
  {
    await using database = await openFile(place.database);
    const updated_at = new Date().toISOString();
    const change = database.db.updateTable('release').set({ updated_at });
    await change.set({ title: 'N' }).where('id', '=', 'oldest').execute();
    const live = { status: 'RELEASED', is_public: 1 } as const;
    await change.set(live).where('id', '=', 'draft').execute();
  }
  expect((await plan()).stdout).toContain('  releases: 4 unchanged, 2 newer here, kept\n');
  expect((await plan('--replace')).stdout).toMatch(
    / {2}releases: 2 changed, 4 unchanged\n[\s\S]*! live now, but not after the import: Title of draft\nImported 2 releases\.\n$/,
  );
  expect((await plan()).stdout).toMatch(
    / {2}releases: 6 unchanged\n[\s\S]*\nNothing was changed: the database already has all this data, or newer data\.\n$/,
  );
});

test('import --quiet prints only its last line, and a dry run prints its plan', async () => {
  await using place = await workplace();
  const quiet = (...args: string[]) => ran(['import', place.set, '--quiet', ...args, ...place.use]);
  expect((await quiet('--dry-run')).stdout).toMatch(/^Would import .*\n {2}workspace: 1 new\n/);
  expect((await quiet()).stdout).toMatch(/^Imported 6 releases, 3 milestones, .*\n$/);
});

test('import lists missing files of a data set', async () => {
  await using place = await workplace();
  const files = join(place.path, 'files');
  const told = /refers to files that are neither .*: hero\.png\. .* import the data set again\.\n$/;
  await rm(join(files, 'hero.png'));
  const plan = (...args: string[]) => ran(['import', place.set, ...args, ...place.use]);
  expect(await plan('--dry-run')).toMatchObject({ code: 0, stderr: expect.stringMatching(told) });
  expect(await plan()).toMatchObject({ code: 0, stderr: expect.stringMatching(told) });
  await writeFile(join(files, 'hero.png'), 'hero');
  expect(await plan()).toMatchObject({ code: 0, stderr: '' });
  await rm(files, { recursive: true });
  expect(await plan()).toMatchObject({ code: 0, stderr: '' });
});

test('import reports duplicate slugs and invalid colours', async () => {
  await using place = await workplace();
  const { releases, labels, ...data } = sample();
  const [one, other, ...rest] = releases;
  const [label] = labels;
  if (!one || !other || !label) throw new Error('The sample has too little.');
  const odd = {
    ...data,
    labels: [...labels, { ...label, id: 'l-odd', slug: 'odd', color: 'green' }],
    releases: [one, { ...other, slug: one.slug }, ...rest],
  };
  await writeFile(place.set, JSON.stringify(odd));
  const { code, stderr } = await ran(['import', place.set, ...place.use]);
  expect({ code, lines: stderr.split('\n') }).toEqual({
    code: 0,
    lines: [
      expect.stringMatching(/^Some releases .* oldest \(oldest, draft\)\. .*PATCH \/v1\/rel/),
      expect.stringMatching(/^Some labels .*: l-odd \("green"\)\. .* labels edit ID --color/),
      '',
    ],
  });
});

test('import --prune removes what the data set lacks, and lists it first', async () => {
  await using place = await workplace();
  const target = join(place.path, 'out.json');
  expect((await ran(['import', place.set, ...place.use])).code).toBe(0);
  const plan = (...args: string[]) => ran(['import', target, '--prune', ...args, ...place.use]);
  const exported = async (without: (id: string) => boolean) => {
    expect((await ran(['--export', target, ...place.use])).code).toBe(0);
    const data = JSON.parse(await readFile(target, 'utf8'));
    data.releases = data.releases.filter(({ id }: { id: string }) => !without(id));
    await writeFile(target, JSON.stringify(data));
  };
  await exported((id) => id.startsWith('tie'));
  const dry = await plan('--dry-run');
  expect(dry).toMatchObject({ code: 0, stderr: '' });
  expect(dry.stdout).toMatch(
    / releases: 4 unchanged\n[\s\S]*\nWould remove data that is not in .*out\.json:\n {2}releases: 2 \(Title of tie-a, Title of tie-b\)\n$/,
  );
  const done = await plan();
  expect(done).toMatchObject({ code: 0, stderr: '' });
  expect(done.stdout).toMatch(
    /\nRemoving data that .*\n {2}releases: 2 \([\s\S]*\nRemoved 2 releases\.\n$/,
  );
  await exported(() => true);
  expect(await plan()).toMatchObject({
    code: 3,
    stdout: expect.stringMatching(/Removing nothing[\s\S]*Nothing was removed\.\n$/),
    stderr: expect.stringMatching(/^releases kept .*: 4\. .*--allow-mass-delete removes them/m),
  });
  expect((await plan('--allow-mass-delete')).stdout).toMatch(/\nRemoved 4 releases\.\n$/);
});

test('import --prune refuses a data set without the time of its export', async () => {
  await using place = await workplace();
  const { code, stderr } = await ran(['import', place.set, '--prune', ...place.use]);
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: expect.stringMatching(/exported_at.*--prune/),
  });
  expect(existsSync(place.database)).toBe(false);
});

test('workspace prints the name and address, and changes them', async () => {
  await using place = await workplace();
  const workspace = (...args: string[]) => ran(['workspace', ...args, ...place.use]);
  expect((await workspace()).stdout).toBe('workspace\tChangelog\thttp://localhost:4321\n');
  expect((await workspace('--name', 'Acme')).stdout).toBe(
    'workspace\tAcme\thttp://localhost:4321\n',
  );
  const url = 'https://changelog.example.com';
  expect((await workspace('--url', url)).stdout).toBe(`workspace\tAcme\t${url}\n`);
  expect((await workspace()).stdout).toBe(`workspace\tAcme\t${url}\n`);
  for (const wrong of ['', 'example.com', 'javascript:alert(1)', 'https://a:b@example.com/'])
    expect(await workspace('--url', wrong)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('The value of --url is not usable'),
    });
  expect((await workspace('--name', ' ')).code).toBe(2);
  expect((await workspace()).stdout).toBe(`workspace\tAcme\t${url}\n`);
});
