import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Source } from '../../../src/sources/source.ts';
import { answerOf } from '../../support/fake-github.ts';
import { stampsIn } from '../../support/files-in.ts';
import { healthyBeside, keepsEntries } from './healthy-beside.ts';
import { type ForgeSync, forges, startForgejoSync, startGitHubSync, token } from './sync-forge.ts';

let it: ForgeSync;
const board = (count: number, over: { private?: boolean } = {}) =>
  it.fake.repository('acme/board', { releases: it.releases(count), ...over });
const requests = () => it.fake.asked.splice(0);
const nothing = { written: 0, removed: 0 };

/** Syncs, and expects that no file is written. */
async function runWithoutWriting(sources?: Source[]): Promise<void> {
  const before = await stampsIn(it.folder);
  expect((await it.run(sources)).files).toEqual(nothing);
  expect(await stampsIn(it.folder)).toEqual(before);
}

describe('requests of GitHub', () => {
  let limit: Awaited<ReturnType<typeof startGitHubSync>>['fake']['limit'];
  beforeEach(async () => {
    const started = await startGitHubSync();
    it = started;
    it.fake.maxPerPage = 10;
    ({ limit } = started.fake);
    return () => it[Symbol.asyncDispose]();
  });

  test('writes nothing with another token, even if no answer is a 304', async () => {
    board(15);
    await it.run();
    it.fake.tokens.add('ghs_other');
    requests();
    await runWithoutWriting([it.source({}, { token: 'ghs_other' })]);
    expect(requests().map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  test('reads without a token, and then sees no drafts', async () => {
    board(2).releases.push(it.release(3, { draft: true }));
    const { releases } = await it.source({}, { token: undefined }).read();
    expect(releases.map(({ id }) => id)).toEqual(['github-1', 'github-2']);
    expect((await it.source().read()).releases.length).toBe(3);
  });

  test('finds a new page even if the page before it has not changed', async () => {
    const { releases } = board(10);
    await it.run();
    releases.push(it.release(0));
    expect((await it.run()).releases.total).toBe(11);
  });

  test('follows a renamed repository, and keeps its releases', async () => {
    const made = board(15);
    await it.run();
    it.fake.repositories.delete('acme/board');
    it.fake.repositories.set('acme/desk', Object.assign(made, { name: 'desk' }));
    it.fake.renamed.set('acme/board', 'acme/desk');
    const { releases } = await it.run();
    expect([releases.total, releases.added, releases.removed]).toEqual([15, [], []]);
  });

  test('reports the number of requests, how many are left and when the limit resets', async () => {
    board(15);
    Object.assign(limit, { limit: 60, used: 10, reset: 1_772_356_500 });
    const { notes } = await it.source().read();
    expect(notes[0]).toMatch(
      /^3 requests; 47 left, and the limit resets in 15 minutes, at \d\d:\d\d$/,
    );
    expect((await it.source().read()).notes[0]).toMatch(/^3 requests; 47 left/);
  });

  test('after the limit runs out, pages that were read are not counted against it again', async () => {
    board(25);
    Object.assign(limit, { limit: 60, used: 58, reset: 1_772_356_500 });
    await expect(it.run()).rejects.toThrow('resets in 15 minutes');
    limit.used = 58;
    expect((await it.run()).releases.total).toBe(25);
  });
});

describe('requests of Forgejo', () => {
  let fake: Awaited<ReturnType<typeof startForgejoSync>>['fake'];
  beforeEach(async () => {
    const started = await startForgejoSync();
    it = started;
    ({ fake } = started);
    return () => it[Symbol.asyncDispose]();
  });
  const planned = () => it.source({ roadmap: 'milestones' });

  test('reads every page once, and writes nothing if nothing changed', async () => {
    board(55).milestones.push(...it.milestones(51));
    expect((await it.run([planned()])).releases.total).toBe(55);
    expect((await it.content()).milestones.size).toBe(51);
    expect(requests().map(({ path, status }) => [path, status])).toEqual([
      ['/repos/acme/board', 200],
      ...Array.from({ length: 2 }, () => ['/repos/acme/board/releases', 200]),
      // Without a `Link` header, the number of all rows says how many pages there are.
      ...Array.from({ length: 2 }, () => ['/repos/acme/board/milestones', 200]),
    ]);
    await runWithoutWriting([planned()]);
    expect(requests()).toHaveLength(5);
  });

  test('pages by the number of rows, even if an instance has smaller pages', async () => {
    fake.maxPerPage = 20;
    board(1).milestones.push(...it.milestones(50));
    await it.run([planned()]);
    expect((await it.content()).milestones.size).toBe(50);
    expect(requests()).toHaveLength(2 + 3);
  });

  test.each(['releases', 'milestones'] as const)(
    'reads a list of %s once more if it lost rows while it was read',
    async (kind) => {
      fake.maxPerPage = 4;
      const made = board(9);
      made.milestones.push(...it.milestones(9));
      let page = 0;
      fake.fail = (path) => {
        if (path.endsWith(`/${kind}`) && page++ === 1)
          made[kind].splice(kind === 'releases' ? 8 : 0, 1);
        return undefined;
      };
      await it.run([planned()]);
      expect((await it.content())[kind].size).toBe(8);
      expect(requests().filter(({ path }) => path.endsWith(`/${kind}`))).toHaveLength(2 + 2);
    },
  );

  test('asks conditionally where the server answers that', async () => {
    fake.isConditional = true;
    fake.maxPerPage = 10;
    board(25).milestones.push(...it.milestones(24));
    await it.run([planned()]);
    requests();
    await runWithoutWriting([planned()]);
    expect(requests().map(({ status }) => status)).toEqual(Array.from({ length: 7 }, () => 304));
  });

  test('follows the redirect of a renamed repository', async () => {
    fake.maxPerPage = 10;
    const made = board(12);
    await it.run();
    fake.repositories.delete('acme/board');
    fake.repositories.set('other/desk', Object.assign(made, { name: 'desk' }));
    fake.renamed.set('acme/board', 'other/desk');
    const { releases } = await it.run();
    expect([releases.total, releases.added, releases.removed]).toEqual([12, [], []]);
  });

  test.each(['limited', 'private'] as const)(
    'refuses a repository of an owner whose visibility is %s',
    async (visibility) => {
      board(1);
      fake.visibility = visibility;
      await expect(it.run()).rejects.toThrow(/acme\/board is private.*write "private: true"/s);
      expect((await it.run([it.source({ private: true })])).releases.total).toBe(1);
    },
  );
});

describe.each(forges)('entries of $name', ({ start }) => {
  beforeEach(async () => {
    it = await start();
    return () => it[Symbol.asyncDispose]();
  });

  test('reads only releases with matching tags', async () => {
    board(2).releases.push(
      it.release(7, { tag_name: 'b-v1' }),
      it.release(8, { tag_name: '@a/b@1.0.0' }),
    );
    const ids = async (tags: string) =>
      (await it.source({ tags }).read()).releases.map(({ id }) => id);
    expect(await ids('v*')).toEqual([it.id(1), it.id(2)]);
    expect(await ids('@a/b@*')).toEqual([it.id(8)]);
    await expect(ids('x*')).rejects.toThrow('No tag of the 4 releases of acme/board matches "x*"');
  });

  test.each([
    ['v1.0.0', undefined, 'board', '1.0.0'],
    ['v1.0.0', 'Desk', 'Desk', '1.0.0'],
    ['@a/b@1.0.0', undefined, '@a/b', '1.0.0'],
    ['@a/b@1', undefined, '@a/b', '1'],
    ['@a/b@1.0.0', 'Desk', 'Desk', '1.0.0'],
    ['b-v1.0.0', undefined, 'b', '1.0.0'],
    ['b-v1.0.0-rc.1', undefined, 'b', '1.0.0-rc.1'],
    ['b/v1.0.0', undefined, 'b', '1.0.0'],
    ['sdk/go/v1', undefined, 'sdk/go', '1'],
    ['my-v8-engine-v2.1.0', undefined, 'my-v8-engine', '2.1.0'],
    ['release-v1.0.0', undefined, 'board', '1.0.0'],
    ['nightly/v1.0.0', undefined, 'board', 'nightly/v1.0.0'],
    ['docs-2', undefined, 'board', 'docs-2'],
    ['build/2', undefined, 'board', 'build/2'],
  ])(
    'the tag %s with the project %s belongs to %s, version %s',
    async (tag_name, option, name, version) => {
      it.fake.repository('acme/board', { releases: [it.release(1, { tag_name })] });
      const { releases } = await it.source({ project: option }).read();
      expect(releases).toMatchObject([{ id: it.id(1), version, project: { name } }]);
    },
  );

  test('refuses a private repository', async () => {
    board(1, { private: true });
    await expect(it.run()).rejects.toThrow(/acme\/board is private.*write "private: true"/s);
    await expect(stat(it.folder)).rejects.toThrow('ENOENT');
    expect(requests().map(({ path }) => path)).toEqual(['/repos/acme/board']);
  });

  test('leaves out the attachments of a private repository, and names them', async () => {
    const file = { id: 9, name: 'a.zip', browser_download_url: 'https://github.example/a.zip' };
    board(2, { private: true }).releases.push(it.release(3, { assets: [file] }));
    const report = await it.run([it.source({ private: true })]);
    expect(report.sources?.[0]?.notes.slice(1)).toEqual([
      'Release 3: left out these files, because the repository is private: a.zip',
    ]);
    const { releases } = await it.content();
    expect(releases.size).toBe(3);
    expect(releases.get(it.id(3))?.attachments).toEqual([]);
  });

  test('does not publish a draft, and removes a release that becomes one', async () => {
    const { releases } = board(5);
    await it.run();
    Object.assign(releases[0] ?? {}, { draft: true, published_at: null });
    await it.run();
    expect([...(await it.content()).releases.keys()].toSorted()).toEqual(
      [2, 3, 4, 5].map((id) => it.id(id)),
    );
  });
});

describe.each(forges)('failures of $name', ({ start, failures }) => {
  beforeEach(async () => {
    it = await start();
    return () => it[Symbol.asyncDispose]();
  });

  test.each(Object.entries(failures))(
    '%s: a sync of this source alone fails, and writes nothing',
    async (_, how) => {
      board(3);
      await it.run();
      const before = await stampsIn(it.folder);
      it.fake.fail = how.fail;
      const error: unknown = await it.run().catch((error) => error);
      expect(String(error)).toMatch(how.words);
      expect(String(error)).not.toContain(token);
      expect(await stampsIn(it.folder)).toEqual(before);
    },
  );

  test('a sync with another source keeps the entries of this one', () =>
    keepsEntries(it, failures['status 502'] ?? expect.fail('no failure')));

  test('a page that fails removes no entry of other pages', async () => {
    it.fake.maxPerPage = 10;
    board(25);
    await it.run([it.source(), healthyBeside(it)]);
    requests();
    it.fake.fail = (_path, turn) => (turn === 3 ? answerOf(404, 'Not Found') : undefined);
    const { releases } = await it.run([it.source(), healthyBeside(it)]);
    expect([releases.total, releases.removed]).toEqual([26, []]);
  });

  test('a repository that became private or has no releases any more keeps its entries', async () => {
    const made = board(2);
    await it.run();
    made.private = true;
    await expect(it.run()).rejects.toMatchObject({
      exitCode: 3,
      message: expect.stringContaining('acme/board is private'),
    });
    // If another source failed as well, the user can do nothing about it in sources.yaml.
    const missing = it.source({ repository: 'acme/none' });
    await expect(it.run([it.source(), missing])).rejects.toMatchObject({ exitCode: 1 });
    await expect(it.run([it.source({}, { token: undefined })])).rejects.toThrow('status 404');
    Object.assign(made, { private: false, releases: [] });
    await expect(it.run()).rejects.toThrow('the source had entries but now has none');
    expect((await it.content()).releases.size).toBe(2);
  });

  test('an invalid row keeps its entry, and is named', async () => {
    const { releases } = board(2);
    await it.run();
    Object.assign(releases[0] ?? {}, { created_at: 'yesterday' });
    const report = await it.run();
    expect([report.releases.total, report.releases.removed]).toEqual([2, []]);
    expect(report.sources?.[0]?.notes[1]).toContain('v1.1.0: left out, as created_at');
    expect(JSON.stringify(report.warnings)).toMatch(/releases\/\S+ failed: created_at/);
  });
});

describe('cached answers', () => {
  beforeEach(async () => {
    it = await startGitHubSync();
    it.fake.maxPerPage = 10;
    return () => it[Symbol.asyncDispose]();
  });

  test('can be read by their owner only, and contain no token', async () => {
    board(15);
    await it.run();
    expect((await stat(it.cacheFile)).mode & 0o777).toBe(0o600);
    expect(await readFile(it.cacheFile, 'utf8')).not.toContain(token);
  });

  test('are removed when they are no longer requested', async () => {
    const { releases } = board(25);
    await it.run();
    const pages = async () => Object.keys(JSON.parse(await readFile(it.cacheFile, 'utf8'))).length;
    expect(await pages()).toBe(4);
    releases.splice(0, 20);
    await it.run(undefined, { allowMassDelete: true });
    expect(await pages()).toBe(2);
  });

  test.each(['', '{', '[]', '{"x": 1}'])('are ignored if the file contains %j', async (text) => {
    board(1);
    await it.run();
    await writeFile(it.cacheFile, text);
    await runWithoutWriting();
  });

  test('that cannot be written neither stop a sync nor hide another error', async () => {
    board(1);
    await mkdir(it.cacheFile, { recursive: true });
    const { releases, sources } = await it.run();
    expect([releases.total, sources?.[0]?.notes[1]]).toEqual([
      ...[1, '.cache is not writable (EISDIR), so the next sync requests everything again'],
    ]);
    it.fake.fail = (_path, turn) => (turn > 2 ? answerOf(404, 'Not Found') : undefined);
    await expect(it.run()).rejects.toThrow('status 404');
  });
});
