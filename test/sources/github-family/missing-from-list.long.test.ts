import { beforeEach, describe, expect, test } from 'vitest';
import { answerOf } from '../../support/fake-github.ts';
import type { ReleaseRow } from '../../support/forge-rows.ts';
import { randomFrom } from '../../support/random-from.ts';
import { type ForgeSync, forges } from './sync-forge.ts';

describe.each(forges)('$name', ({ name, start }) => {
  let it: ForgeSync;
  beforeEach(async () => {
    it = await start();
    it.fake.maxPerPage = 4;
    return () => it[Symbol.asyncDispose]();
  });

  const board = (count: number) =>
    it.fake.repository('acme/board', { releases: it.releases(count) });
  const later = { now: new Date('2026-03-09T09:00:00.000Z') };
  const idsOf = async () => [...(await it.content()).releases.keys()].sort();
  const firstSeen = async () => (await it.content()).releaseLog?.first_seen;

  /** Calls `move` before the answer to each request for a page of the list. */
  function betweenPages(move: (page: number) => void): void {
    let page = 0;
    it.fake.fail = (path) => {
      if (path.endsWith('/releases')) move(page++);
      return undefined;
    };
  }

  /** Adds, moves, deletes or hides a release. The ids of those that it takes away go to `hidden`. */
  function moveList(
    releases: ReleaseRow[],
    hidden: Set<number>,
    below: (count: number) => number,
  ): void {
    const at = below(releases.length);
    const act = releases.length > 4 ? below(4) : 0;
    const { id = 0 } = releases[at] ?? {};
    if (act === 0) releases.push(it.release(Math.max(...releases.map((one) => one.id)) + 1));
    if (act === 1) Object.assign(releases[at] ?? {}, { created_at: dayAt(below(1e12)) });
    if (act > 1) hidden.add(id);
    if (act === 2) releases.splice(at, 1);
    if (act === 3) Object.assign(releases[at] ?? {}, { draft: true });
  }

  const dayAt = (time: number) => new Date(time).toISOString();

  /** Lets GitHub answer 404 for each release alone, and calls `then` first. */
  function refuseReleases(then: () => void): void {
    it.fake.fail = (path) => {
      if (!/\/releases\/\d+$/.test(path)) return undefined;
      then();
      return answerOf(404, 'Not Found');
    };
  }

  describe('a list that moves while it is read', () => {
    test('keeps every release that GitHub has all the time', async () => {
      for (let seed = 1; seed <= 8; seed += 1) {
        const random = randomFrom(seed);
        const below = (count: number) => Math.floor(random() * count);
        const made = board(12);
        const folder = { contentDir: `${it.folder}-${seed}` };
        await it.run(undefined, folder);
        const hidden = new Set<number>();
        betweenPages(() => moveList(made.releases, hidden, below));
        for (let turn = 0; turn < 3; turn += 1) {
          const before = new Set(made.releases.filter(({ draft }) => !draft).map(({ id }) => id));
          hidden.clear();
          const report = await it.run(undefined, { ...folder, ...later, allowMassDelete: true });
          const left = report.releases.removed.map(({ title }) => Number(title.split(' ')[1]));
          const wrong = left.filter((id) => before.has(id) && !hidden.has(id));
          expect(wrong, `seed ${seed}, turn ${turn}`).toEqual([]);
        }
        it.fake.fail = undefined;
      }
    });

    test('a release that slips between two pages keeps its entry and its time', async () => {
      const { releases } = board(9);
      await it.run();
      const before = await firstSeen();
      betweenPages((page) => page === 1 && releases.splice(8, 1));
      const report = await it.run(undefined, later);
      it.fake.fail = undefined;
      // The deleted release was on the first page, which was read before. A forge that counts its
      // rows shows that the list changed.
      const removed = [report, await it.run()].map((one) => one.releases.removed.length);
      expect(removed).toEqual(it.forge.total ? [1, 0] : [0, 1]);
      expect(await idsOf()).toEqual(releases.map(({ id }) => it.id(id)).sort());
      expect(await firstSeen()).toMatchObject(
        Object.fromEntries(Object.entries(before ?? {}).filter(([id]) => id !== it.id(9))),
      );
    });
  });

  describe('an answer of 404 is no proof', () => {
    test('if the repository answers 404 too', async () => {
      const made = board(9);
      await it.run();
      made.releases.splice(3, 1);
      refuseReleases(() => it.fake.repositories.delete('acme/board'));
      const report = await it.run();
      expect([report.releases.total, report.releases.removed]).toEqual([9, []]);
      expect(JSON.stringify(report.warnings)).toContain(`${name} no longer shows its repository`);
    });

    test('if the name belongs to another repository now', async () => {
      const made = board(9);
      await it.run();
      made.releases.splice(3, 1);
      refuseReleases(() => it.fake.repository('acme/board', { id: 7 }));
      expect((await it.run()).releases.total).toBe(9);
    });

    test.each([answerOf(403, 'Forbidden'), answerOf(500, 'Oops'), answerOf(200, 'Ok')])(
      'an error keeps the entry, too: $status',
      async (answer) => {
        const made = board(9);
        await it.run();
        made.releases.splice(3, 1);
        it.fake.fail = (path) => (/\/releases\/\d+$/.test(path) ? answer.clone() : undefined);
        const report = await it.run();
        expect([report.releases.total, report.releases.removed]).toEqual([9, []]);
        expect(report.warnings.map(({ kind }) => kind)).toContain('kept');
        it.fake.fail = undefined;
        expect((await it.run()).releases.total).toBe(8);
      },
    );

    test('without a token, many missing releases are not asked for, and stay', async () => {
      const made = board(60);
      const source = () => it.source({}, { token: undefined });
      await it.run([source()]);
      made.releases.splice(3, 45);
      it.fake.asked.length = 0;
      const report = await it.run([source()], { allowMassDelete: true });
      expect(report.releases.total).toBe(60);
      expect(it.fake.asked.filter(({ path }) => /\/releases\/\d+$/.test(path))).toEqual([]);
      expect(JSON.stringify(report.warnings)).toContain(`Set ${it.forge.settings.token}`);
    });

    test('a draft leaves the site', async () => {
      const { releases } = board(9);
      await it.run();
      Object.assign(releases[3] ?? {}, { draft: true });
      expect((await it.run()).releases.removed.length).toBe(1);
      Object.assign(releases[4] ?? {}, { draft: true });
      const source = it.source({}, { token: undefined });
      expect((await it.run([source])).releases.removed.length).toBe(1);
    });
  });

  describe('a release that was made again', () => {
    const again = { name: 'Release 3, again', tag_name: 'v1.3.0' };

    test('keeps the id of its entry, its changes and its time', async () => {
      const { releases } = board(6);
      await it.run();
      const before = await it.content();
      releases.splice(2, 1, it.release(50, { ...again, body: releases[2]?.body }));
      const report = await it.run(undefined, later);
      expect([report.releases.added, report.releases.removed]).toEqual([[], []]);
      const after = await it.content();
      expect([...after.releases.keys()].sort()).toEqual([...before.releases.keys()].sort());
      const [was, is] = [before, after].map(({ releases }) => releases.get(it.id(3)));
      expect([is?.title, is?.slug, is?.changes]).toEqual([again.name, was?.slug, was?.changes]);
      expect(await firstSeen()).toEqual(before.releaseLog?.first_seen);
    });

    test('is found in later syncs, without a request for it, and after it was renamed', async () => {
      const { releases } = board(6);
      await it.run();
      releases.splice(2, 1, it.release(50, again));
      await it.run();
      it.fake.asked.length = 0;
      expect((await it.run()).files).toEqual({ written: 0, removed: 0 });
      expect(it.fake.asked.filter(({ path }) => /\/releases\/\d+$/.test(path))).toEqual([]);
      Object.assign(releases[2] ?? {}, { tag_name: 'v1.3.1' });
      await it.run();
      expect((await it.content()).releases.get(it.id(3))?.version).toBe('1.3.1');
      releases.splice(2, 1, it.release(51, { tag_name: 'v1.3.1' }));
      await it.run();
      expect((await idsOf()).length).toBe(6);
      expect((await it.content()).releases.get(it.id(3))?.title).toBe('Release 51');
      releases.splice(2, 1);
      expect((await it.run()).releases.removed.length).toBe(1);
    });

    test('a release whose tag another took stays, as GitHub still has it', async () => {
      const { releases } = board(6);
      await it.run();
      Object.assign(releases[2] ?? {}, { tag_name: 'v1.3.0-old' });
      releases.push(it.release(50, again));
      await it.run();
      expect(await idsOf()).toEqual([
        ...[it.id(1), it.id(2), it.id(3), it.id(4), it.id(5), it.id(50), it.id(6)],
      ]);
    });
  });
});
