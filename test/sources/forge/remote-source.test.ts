import { expect, test } from 'vitest';
import { z } from 'zod';
import { ForgeRelease, type ReleaseFields } from '../../../src/sources/forge/forge-release.ts';
import { createRemoteSource } from '../../../src/sources/forge/remote-source.ts';
import { startServer } from '../../support/scripted-server.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { quarry } from './quarry.ts';

// Quarry has ids that are texts, and versions have a path of their own.

const Identified = z
  .object({ ref: z.string(), mark: z.string(), pit: z.string() })
  .partial()
  .catch({});

// docs/writing-a-source.md has this line.
const File = z
  .looseObject({})
  .catch({})
  .transform(({ uid: id, name, fetch }) => ({ id, name, browser_download_url: fetch }));

const Version = z
  .object({ ref: z.string(), mark: z.string(), day: z.iso.datetime(), files: z.array(File) })
  .transform(({ ref: id, mark: tag_name, day: created_at, files: assets }): ReleaseFields => {
    return { id, tag_name, created_at, assets };
  })
  .pipe(ForgeRelease);

async function startQuarry() {
  const stack = new AsyncDisposableStack();
  const folder = stack.use(await tempFolder());
  const listed: { ref: string }[] = [];
  const unlisted: { ref: string }[] = [];
  const answers = (path: string) => {
    if (path === '/pits/acme/board') return { ref: 'p-1', name: 'board' };
    if (path === '/pits/acme/board/versions') return { versions: listed };
    return [...listed, ...unlisted].find(({ ref }) => path === `/versions/${ref}`);
  };
  const answer = (path: string) => {
    const none = { problem: { words: `there is no ${path}` } };
    const found = answers(path);
    const one = found && { answer: found };
    const isList = path.endsWith('/versions');
    return Response.json((isList ? found : one) ?? none, { status: found ? 200 : 404 });
  };
  const server = stack.use(await startServer(answer));
  const source = (repository = 'acme/board') =>
    createRemoteSource(
      {
        ...{
          name: 'quarry board',
          repository,
          entry: { private: false },
          forge: quarry,
          baseUrl: server.url,
        },
        ...{ token: undefined, random: () => 0, sanitise: (html) => html, cacheDir: folder.path },
        clock: { now: () => new Date('2026-05-01T10:00:00Z'), sleep: async () => {} },
      },
      {
        path: `pits/${repository}`,
        parseRepository: (value) => {
          const { ref, name } = value as { ref: string; name: string };
          return { id: ref, name, private: false };
        },
        releases: {
          ...{ noun: 'version', schema: Version },
          path: `pits/${repository}/versions`,
          readPage: (value) => ({
            ...{ rows: (value as { versions: unknown[] }).versions, next: undefined },
          }),
          pathOf: (id) => `versions/${id}`,
          identify: (row) => {
            const { ref, mark } = Identified.parse(row);
            return { id: ref, tag: mark };
          },
          isIn: (row, { id }) => Identified.parse(row).pit === id,
        },
      },
    );
  return { source, listed, unlisted, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

const version = (ref: string, mark: string, over = {}) => ({
  ...{ ref, mark, day: '2026-04-01T10:00:00Z', pit: 'p-1', files: [], ...over },
});

test('reads releases in a form of their own, whose ids are texts', async () => {
  await using quarry = await startQuarry();
  quarry.listed.push(version('v-a', 'v1.0'), version('v-b', 'v2.0', { day: 'soon' }));
  const { releases, unreadable, origins } = await quarry.source().read();
  expect(releases.map(({ id, title }) => [id, title])).toEqual([['quarry-v-a', 'v1.0']]);
  expect(unreadable).toMatchObject([{ id: 'quarry-v-b', file: 'version v2.0' }]);
  expect(origins?.get('quarry-v-a')).toEqual({ tag: 'v1.0' });
});

test('files are converted, and invalid ones are counted and left out', async () => {
  await using quarry = await startQuarry();
  const file = { uid: 'f-1', name: 'board.zip', fetch: 'https://quarry.example/f', length: 9 };
  const files = [file, { ...file, fetch: 'ftp://x' }, null, 'board.zip'];
  quarry.listed.push(version('v-a', 'v1.0', { files }));
  const { releases, notes } = await quarry.source().read();
  const content = { title: 'board.zip', url: 'https://quarry.example/f' };
  expect(releases[0]?.attachments).toEqual([{ id: 'quarry-asset-f-1', type: 'LINK', content }]);
  expect(notes.join()).toContain('left out 3 of its assets');
});

test('asks for a missing release alone, and keeps the id of one that was made again', async () => {
  await using quarry = await startQuarry();
  quarry.listed.push(version('v-new', 'v1.0'));
  quarry.unlisted.push(version('v-late', 'v2.0'), version('v-moved', 'v3.0', { pit: 'p-2' }));
  const { continueFrom } = await quarry.source().read();
  const releases = new Map([
    ['quarry-v-gone', { tag: 'v1.0' }],
    ['quarry-v-late', { tag: 'v2.0' }],
    ['quarry-v-moved', { tag: 'v3.0' }],
  ]);
  const rows = await continueFrom?.({ releases, milestones: new Map(), repositories: {} });
  expect(rows?.releases.map(({ id }) => id)).toEqual(['quarry-v-gone', 'quarry-v-late']);
  expect(rows?.unreadable).toEqual([]);
  const origin = rows?.origins?.get('quarry-v-gone');
  expect(origin).toEqual({ tag: 'v1.0', upstream: 'quarry-v-new' });
  const known = new Map(origin && [['quarry-v-gone', origin]]);
  const later = await continueFrom?.({ releases: known, milestones: new Map(), repositories: {} });
  expect(later?.releases.map(({ id }) => id)).toEqual(['quarry-v-gone']);
});

test('an error has the message of the forge', async () => {
  await using quarry = await startQuarry();
  await expect(quarry.source('acme/none').read()).rejects.toThrow(
    'status 404 (“there is no /pits/acme/none”)',
  );
});
