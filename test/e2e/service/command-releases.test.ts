import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test, vi } from 'vitest';
import { openFile } from '../../service/open-file.ts';
import { ran, workplace } from './service-command.ts';

// Each test runs several commands.
vi.setConfig({ testTimeout: 120_000 });

/** Creates release notes with a picture, and an empty database. */
async function notes(fields: string) {
  const place = await workplace();
  const file = join(place.path, 'notes.md');
  await mkdir(join(place.path, 'pictures'));
  const create = { width: 3, height: 2, channels: 3, background: '#16a34a' } as const;
  await sharp({ create }).toFile(join(place.path, 'pictures', 'new.png'));
  await writeFile(file, `---\n${fields}\n---\n![New](pictures/new.png)\n`);
  const releases = (...args: string[]) => ran(['releases', ...args, ...place.use]);
  return { ...place, file, releases };
}

const fields = 'title: Dark mode\nslug: dark-mode\nis_public: true';

test('adds, shows, edits, schedules, publishes and removes releases, with text and JSON', async () => {
  await using place = await notes(fields);
  const { releases } = place;
  await ran(['hooks', 'add', 'https://example.com/', ...allEvents, ...place.use]);
  const said = async (...args: string[]) => (await releases(...args)).stdout;
  const json = async (...args: string[]) => JSON.parse(await said(...args, '--json'));
  const cells = (status: string, visible = 'public') =>
    `r-1\tDark mode\t${status}\tdark-mode\t${visible}`;

  expect(await said('add', '--file', place.file, '--id', 'r-1')).toBe(`${cells('DRAFT')}\n`);
  expect(await said('show', 'r-1')).toMatch(
    /^id\tr-1\n[\s\S]*\n\n<p><img src="\/files\/\w+\.png" alt="New"><\/p>\n$/,
  );
  expect(await json('list')).toEqual(await json('show', 'r-1'));
  const at = '2999-01-01T09:00+01:00';
  expect(await said('schedule', 'r-1', '--at', at)).toBe(
    `${cells('SCHEDULED')}\t2999-01-01T08:00:00.000Z\n`,
  );
  expect(await json('unschedule', 'r-1')).toMatchObject({ id: 'r-1', status: 'DRAFT' });
  expect(await json('publish', 'r-1', '--at', at)).toMatchObject({
    scheduled_at: '2999-01-01T08:00:00.000Z',
  });
  expect(await json('publish', 'r-1')).toMatchObject({ status: 'RELEASED' });
  expect(await said('edit', 'r-1', '--private')).toContain(cells('RELEASED', 'private'));
  expect(
    (await ran(['hooks', 'deliveries', ...place.use])).stdout.match(/(?<=\t)\w+\.\w+(?=\t)/g),
  ).toEqual(['content.changed', 'release.published', 'release.scheduled', 'release.scheduled']);
  expect(await json('remove', 'r-1')).toMatchObject({ id: 'r-1', title: 'Dark mode' });
  expect(await said()).toBe('');
  await using database = await openFile(place.database);
  expect(await database.db.selectFrom('file').select('name').execute()).toEqual([]);
});

test('says what is wrong and what to write, and stores neither the release nor its pictures', async () => {
  await using place = await notes(`${fields}\nproject_id: none`);
  const { releases } = place;
  const refused = async (...args: string[]) => {
    const { code, stdout, stderr } = await releases(...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    return stderr.replaceAll(`${place.path}/`, '');
  };
  expect(await refused('add', '--file', place.file)).toBe(
    'notes.md, line 5: project_id is not usable: expected the id of a project.\nNothing was changed.\n',
  );
  expect(await refused('add', '--file', place.file, '--project', 'other')).toMatch(
    /^--project "other" is not usable: expected the id of a project\. Write it like: --project web-app\n/,
  );
  const unknown = 'There is no release r-1. "releases list" shows all with their ids.\n';
  for (const command of ['show', 'publish', 'unschedule', 'remove'])
    expect(await refused(command, 'r-1')).toBe(unknown);
  expect(await refused('edit', 'r-1', '--public')).toBe(unknown);
  expect(await refused('edit', 'r-1')).toMatch(
    /^Name at least one field to write: --file, --title,/,
  );
  expect(await refused('schedule', 'r-1', '--at', '2999-01-01 09:00')).toMatch(
    /^--at "2999-01-01 09:00" is not usable: .* zone, .* Write it like: --at \d{4}-/,
  );
  const add = ['add', '--title', 'Dark mode', '--slug', 'dark-mode', '--id', 'r-1'];
  expect((await releases(...add)).code).toBe(0);
  expect(await refused(...add)).toBe('Another release has the id r-1. Choose another id.\n');
  expect(await refused('unschedule', 'r-1')).toMatch(
    /^The release r-1 is not scheduled, but DRAFT/,
  );
  expect((await releases('publish', 'r-1')).stderr).toMatch(
    /^The release is private, so no page shows it/,
  );
  expect(await refused('publish', 'r-1')).toMatch(/^The release r-1 is published already/);
  await using database = await openFile(place.database);
  expect(await database.db.selectFrom('file').select('name').execute()).toEqual([]);
});

test('refuses a named pipe as a picture without waiting for a writer', async () => {
  await using place = await notes(fields);
  execFileSync('mkfifo', [join(place.path, 'pipe.png')]);
  await writeFile(place.file, `---\n${fields}\n---\n![New](pipe.png)\n`);
  const { code, stderr } = await place.releases('add', '--file', place.file);
  expect([code, stderr]).toEqual([2, expect.stringContaining('pipe.png is not a regular file')]);
});

const allEvents = ['release.published', 'release.scheduled', 'content.changed'].flatMap((name) => [
  '--event',
  name,
]);
