import { beforeEach, describe, expect, test } from 'vitest';
import { decideExitCode } from '../../../src/sync/write/report/report.ts';
import { answerOf, type FakeRepository } from '../../support/fake-github.ts';
import { type ForgeSync, forges, token } from './sync-forge.ts';

// What happens to an entry of the roadmap when the list moves, or GitHub fails. Only an answer about
// the object alone removes an entry.

describe.each(forges)('$name', ({ start: startForge, failures }) => {
  let it: ForgeSync;
  beforeEach(async () => {
    it = await startForge();
    it.fake.maxPerPage = 4;
    return () => it[Symbol.asyncDispose]();
  });

  const objects = [
    {
      kind: 'milestones' as const,
      make: (...args: Parameters<ForgeSync['milestone']>) => it.milestone(...args),
      entry: { roadmap: 'milestones' as const },
      /** Lets the last row of the list be the first. */
      raise: ({ milestones }: FakeRepository) =>
        Object.assign(milestones[8] ?? {}, { due_on: '2020-01-01T08:00:00Z' }),
    },
    {
      kind: 'issues' as const,
      make: (...args: Parameters<ForgeSync['issue']>) => it.issue(...args),
      entry: { roadmap: { issues: 'roadmap', statuses: {}, authors: ['ada'] } },
      raise: ({ issues }: FakeRepository) =>
        Object.assign(issues[0] ?? {}, { created_at: '2026-01-01T08:00:00Z' }),
    },
  ];

  describe.each(objects)('$kind', ({ kind, entry, make, raise }) => {
    const source = (over = {}) => it.source({ ...entry, ...over });
    const run = (over = {}) => it.run([source()], { allowMassDelete: true, ...over });
    const start = async (count: number) => {
      const made = it.fake.repository('acme/board', {
        releases: it.releases(2),
        [kind]: it[kind](count),
      });
      await run();
      return made;
    };
    const numbers = async () =>
      [...(await it.content()).milestones.keys()]
        .map((id) => Number(id.split('-').at(-1)))
        .sort((a, b) => a - b);
    const upTo = (count: number) => Array.from({ length: count }, (_, n) => n + 1);
    const isAlone = (path: string) => path.includes(`/${kind}/`);
    const isList = (path: string) => path.endsWith(`/${kind}`);

    test('paging that moves removes nothing', async () => {
      const made = await start(9);
      let page = 0;
      it.fake.fail = (path) => {
        // The last row becomes the first before the second page is read, so no page has it.
        if (isList(path) && page++ === 1) raise(made);
        return undefined;
      };
      it.fake.asked.length = 0;
      await run();
      expect(await numbers()).toEqual(upTo(9));
      // A forge that counts its rows shows that the list lost some, and has it read once more.
      const { total } = it.forge;
      expect(it.fake.asked.filter(({ path }) => isAlone(path))).toHaveLength(total ? 0 : 1);
      expect(
        it.fake.asked.filter(({ path }) => isList(path) || path.endsWith(`0/${kind}`)).length,
      ).toBe(total ? 6 : 3);
    });

    test('a row that the list lacks is asked for alone, and stays', async () => {
      const made = await start(5);
      const hidden = made[kind].splice(2, 1);
      it.fake.fail = (path) => (isAlone(path) ? Response.json(hidden[0]) : undefined);
      it.fake.asked.length = 0;
      await run();
      expect(await numbers()).toEqual(upTo(5));
      expect(it.fake.asked.filter(({ path }) => isAlone(path))).toHaveLength(1);
    });

    test.each([404, 410])('a deleted one leaves after %i', async (status) => {
      const made = await start(5);
      made[kind].splice(2, 1);
      it.fake.fail = (path) => (isAlone(path) ? answerOf(status, 'Gone') : undefined);
      await run();
      expect(await numbers()).toEqual([1, 2, 4, 5]);
    });

    test.each([
      ['answers 404, too', () => answerOf(404, 'Not Found')],
      ['is another one now', () => Response.json({ id: 7, name: 'board', private: false })],
    ])('it stays if the repository %s', async (_what, answer) => {
      const made = await start(5);
      made[kind].splice(2, 1);
      let isAsked = false;
      it.fake.fail = (path) => {
        if (isAlone(path)) isAsked = true;
        if (isAlone(path)) return answerOf(404, 'Not Found');
        return isAsked && path === '/repos/acme/board' ? answer() : undefined;
      };
      const report = await run();
      expect(decideExitCode(report, true)).toBe(3);
      expect(await numbers()).toEqual(upTo(5));
    });

    test.each([answerOf(403, 'Forbidden'), answerOf(500, 'Oops'), answerOf(200, 'Ok')])(
      'it stays if the forge, asked for it alone, answers $status',
      async (answer) => {
        const made = await start(5);
        made[kind].splice(2, 1);
        it.fake.fail = (path) => (isAlone(path) ? answer.clone() : undefined);
        const report = await run();
        expect(await numbers()).toEqual(upTo(5));
        expect(decideExitCode(report, true)).toBe(3);
      },
    );

    test.each(Object.entries(failures))('%s keeps all entries', async (_name, { fail, words }) => {
      await start(5);
      it.fake.fail = (path, ...rest) => (isList(path) ? fail(path, ...rest) : undefined);
      await expect(run()).rejects.toThrow(words);
      expect(await numbers()).toEqual(upTo(5));
      expect((await it.content()).releases.size).toBe(2);
    });

    test('a repository that is renamed, transferred or redirected with 301 keeps its entries', async () => {
      const made = await start(5);
      const before = [...(await it.content()).milestones.values()];
      it.fake.repositories.delete('acme/board');
      it.fake.repositories.set('other/desk', Object.assign(made, { name: 'desk' }));
      it.fake.renamed.set('acme/board', 'other/desk');
      const report = await run();
      expect(report.milestones).toMatchObject({ added: [], removed: [], moved: [] });
      const after = [...(await it.content()).milestones.values()];
      expect(after.map(({ id, slug }) => [id, slug])).toEqual(
        before.map(({ id, slug }) => [id, slug]),
      );
      await it.run([source({ repository: 'other/desk' })]);
      expect([...(await it.content()).milestones.keys()]).toEqual(after.map(({ id }) => id));
    });

    test('a repository that is made private or deleted keeps its entries', async () => {
      const made = await start(5);
      made.private = true;
      await expect(run()).rejects.toThrow('is private');
      await expect(it.run([it.source(entry, { token: undefined })])).rejects.toThrow('status 404');
      it.fake.repositories.clear();
      await expect(run()).rejects.toThrow('status 404');
      expect(await numbers()).toEqual(upTo(5));
    });

    test('a new repository of the same name has entries of its own', async () => {
      await start(3);
      it.fake.repository('acme/board', { id: 2000, [kind]: [make(2)] });
      await run();
      const ids = [...(await it.content()).milestones.keys()];
      expect(ids).toEqual([expect.stringMatching(/-2000-2$/)]);
    });

    test('one that is closed and reopened keeps its address', async () => {
      const made = await start(3);
      const before = [...(await it.content()).milestones.values()].map(({ slug }) => slug);
      const [row] = made[kind];
      Object.assign(row ?? {}, { state: 'closed', closed_at: '2026-02-20T09:00:00Z' });
      await run();
      Object.assign(row ?? {}, { state: 'open', closed_at: null });
      const report = await run();
      expect(report.milestones).toMatchObject({ added: [], removed: [], moved: [] });
      expect([...(await it.content()).milestones.values()].map(({ slug }) => slug)).toEqual(before);
    });

    test('two of one name have addresses of their own, which stay', async () => {
      const made = it.fake.repository('acme/board', {
        [kind]: [make(1, { title: 'Same' }), make(2, { title: 'Same' })],
      });
      await run();
      const slugs = async () =>
        [...(await it.content()).milestones.values()].map(({ id, slug }) => [id, slug]).sort();
      const before = await slugs();
      expect(new Set(before.map(([, slug]) => slug)).size).toBe(2);
      (made[kind] as object[]).unshift(
        make(3, { title: 'Same', created_at: '2019-01-01T00:00:00Z' }),
      );
      await run();
      expect((await slugs()).slice(0, 2)).toEqual(before);
    });

    test('many that are missing are not asked for without a token, and stay', async () => {
      const made = await start(45);
      made[kind].splice(0, 41);
      const report = await it.run([it.source(entry, { token: undefined })]);
      expect(await numbers()).toEqual(upTo(45));
      expect(JSON.stringify(report)).toContain('the list lacks 41 entries');
    });

    test('no token is in an error, a file or a redirect to another host', async () => {
      await start(5);
      it.fake.fail = (path) =>
        isList(path) ? answerOf(301, token, { location: 'https://elsewhere.example/' }) : undefined;
      const error = await run().catch((thrown: Error) => thrown);
      expect(String(error)).toContain('it links to another host');
      expect(String(error)).not.toContain(token);
    });
  });
});
