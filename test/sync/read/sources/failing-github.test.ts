import { expect, test } from 'vitest';
import { gitHub } from '../../../../src/sources/github/github.ts';
import { createForgeSource } from '../../../../src/sources/github-family/forge-source.ts';
import { cleanHtml } from '../../../../src/sync/prepare/html/parse-body.ts';
import { hastyClock } from '../../../client/start-client.ts';
import { filesIn } from '../../../support/files-in.ts';
import { releaseRows } from '../../../support/rows.ts';
import { startServer } from '../../../support/scripted-server.ts';
import { tempFolder } from '../../../support/temp-folder.ts';
import { memorySource, startSources } from './start-sources.ts';

const repository = { id: 1, name: 'board', private: false };
const day = '2026-01-31T00:00:00Z';
const releases = [1, 2].map((id) => ({
  id,
  tag_name: `v${id}.0.0`,
  created_at: day,
  published_at: day,
}));
const json = (value: unknown, init?: ResponseInit) => Response.json(value, init);
const limit = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1772359200' };

const isList = (path: string) => path.endsWith('/releases');
const usual = (path: string) => json(isList(path) ? releases : repository);

test.each<[string, (path: string) => Response]>([
  ['401', () => json({ message: 'Bad credentials' }, { status: 401 })],
  ['403 of the rate limit', () => json({}, { status: 403, headers: limit })],
  ['404', () => json({ message: 'Not Found' }, { status: 404 })],
  ['404 of the list alone', (path) => (isList(path) ? json({}, { status: 404 }) : usual(path))],
  ['500', () => json({}, { status: 500 })],
  ['no JSON', () => new Response('<html>')],
  ['JSON of another form', () => json({ hello: 1 })],
  ['an empty list', (path) => (isList(path) ? json([]) : usual(path))],
  [
    'a repository that is private now',
    (path) => (isList(path) ? usual(path) : json({ ...repository, private: true })),
  ],
])(
  'removes nothing if a repository answers with %s, with or without another source',
  async (what, failing) => {
    let answer: (path: string) => Response = usual;
    await using server = await startServer((path) => answer(path));
    await using folder = await tempFolder();
    await using it = await startSources();
    const github = createForgeSource({
      ...{ forge: gitHub, name: 'github acme/board', repository: 'acme/board' },
      entry: { private: false },
      baseUrl: server.url,
      token: undefined,
      sanitise: cleanHtml,
      cacheDir: folder.path,
      clock: hastyClock(),
      random: () => 0,
    });
    const other = memorySource('other', { releases: releaseRows(30) });
    await it.sync([github, other]);
    expect((await it.content()).releases.size).toBe(32);
    const before = await filesIn(it.folder);
    answer = failing;
    const report = await it.sync([github, other], { allowMassDelete: true });
    expect(report.sources).toMatchObject([
      { name: 'github acme/board', entries: 2, failure: expect.stringMatching(/./) },
      { name: 'other', entries: 30 },
    ]);
    expect(await filesIn(it.folder)).toEqual(before);
    const exitCode = what.includes('private') ? 3 : 1;
    await expect(it.sync([github])).rejects.toMatchObject({ exitCode });
    expect(await filesIn(it.folder)).toEqual(before);
  },
);
