import { beforeEach, describe, expect, test } from 'vitest';
import { decideExitCode } from '../../../src/sync/write/report/report.ts';
import { stampsIn } from '../../support/files-in.ts';
import type { MilestoneRow } from '../../support/forge-rows.ts';
import { type ForgeSync, forges, token } from './sync-forge.ts';

describe.each(forges)('$name', ({ name, start }) => {
  let it: ForgeSync;
  beforeEach(async () => {
    it = await start();
    return () => it[Symbol.asyncDispose]();
  });

  const isConditional = name === 'GitHub';
  const statuses = () => new Set(it.fake.asked.map(({ status }) => status));
  const quiet = new Set([isConditional ? 304 : 200]);
  const now = new Date('2026-03-01T09:00:00.000Z');
  const source = () => it.source({ roadmap: 'milestones' });
  const run = (over: Parameters<ForgeSync['run']>[1] = {}) => it.run([source()], { now, ...over });
  const board = (...milestones: MilestoneRow[]) =>
    it.fake.repository('acme/board', { releases: it.releases(1), milestones });
  const entries = async () => [...(await it.content()).milestones.values()];
  const entry = async () => (await entries())[0];

  test.each([
    [{ open_issues: 5, closed_issues: 0 }, 'PLANNED', 'Planned', { done: 0, total: 5 }],
    [{ open_issues: 0, closed_issues: 0 }, 'PLANNED', 'Planned', undefined],
    [{ open_issues: 5, closed_issues: 7 }, 'IN_PROGRESS', 'In progress', { done: 7, total: 12 }],
    [{ open_issues: 0, closed_issues: 7 }, 'IN_PROGRESS', 'In progress', { done: 7, total: 7 }],
    [
      { state: 'closed', closed_at: '2026-02-01T10:00:00Z', open_issues: 1, closed_issues: 1 },
      ...(['COMPLETED', 'Completed', { done: 1, total: 2 }] as const),
    ],
  ])('a milestone with %j is %s', async (over, stage, status, progress) => {
    board(it.milestone(1, over));
    await run();
    expect(await entry()).toMatchObject({ stage, status, title: 'Milestone 1', number: null });
    expect((await entry())?.progress).toEqual(progress);
  });

  test.each([
    ...(name === 'GitHub'
      ? [
          ['2027-05-31T07:00:00Z', '2027-05-31'],
          ['2027-01-31T08:00:00Z', '2027-01-31'],
          ['2027-05-30T23:00:00-08:00', '2027-05-31'],
        ]
      : [
          ['2027-05-31T23:59:59Z', '2027-05-31'],
          ['2027-05-31T23:59:59-08:00', '2027-05-31'],
          ['2027-05-31T23:59:59+14:00', '2027-05-31'],
          ['9999-12-31T23:59:59Z', undefined],
          ['9999-12-31T23:59:59-08:00', undefined],
        ]),
    [null, undefined],
    ['soon', undefined],
  ] as [string | null, string | undefined][])(
    'the target of due_on %s is %s, in every zone',
    async (due_on, day) => {
      board(it.milestone(1, { due_on }));
      await run();
      expect((await entry())?.target_on).toBe(day);
    },
  );

  test('an entry links to its milestone, if readers can open it', async () => {
    const made = board(it.milestone(4));
    await run();
    const url = expect.stringMatching(/^https?:.*\/acme\/board\/milestone\/4$/);
    expect(await entries()).toMatchObject([{ attachments: [{ title: 'All issues', url }] }]);
    made.private = true;
    await it.run([it.source({ roadmap: 'milestones', private: true })], { now });
    expect(await entries()).toMatchObject([{ attachments: [] }]);
  });

  test('a description is the body, with links as the forge makes them', async () => {
    const description = '**Faster** search, see #12.\n\n![plan](plan.png)\n\n<script>x</script>';
    board(it.milestone(1, { description }), it.milestone(2, { description: null }));
    await run();
    const [first, second] = await entries();
    expect(first?.body).toContain('<strong>Faster</strong> search');
    const page = `https://${name.toLowerCase()}.example/acme/board`;
    const head = name === 'GitHub' ? 'HEAD' : 'branch/HEAD';
    expect(first?.body).toContain(`href="${page}/issues/12"`);
    expect(first?.body).toContain(`${page}/raw/${head}/plan.png`);
    expect(first?.body).not.toContain('<script');
    expect(second?.body).toBe('');
  });

  test('milestones closed more than a year ago are not shown, and leave without being asked for', async () => {
    const closed = (number: number, closed_at: string) =>
      it.milestone(number, { state: 'closed', closed_at });
    board(closed(1, '2025-03-02T09:00:00Z'), closed(2, '2025-02-28T09:00:00Z'));
    await run();
    expect((await entries()).map(({ title }) => title)).toEqual(['Milestone 1']);
    it.fake.asked.length = 0;
    await run({ now: new Date('2026-03-01T09:00:00.000Z') });
    expect(statuses()).toEqual(quiet);
    expect(it.fake.asked).toHaveLength(3);
  });

  test('a release with the name of a milestone is recorded', async () => {
    const { releases } = board(
      it.milestone(1, { title: 'v1.1.0' }),
      it.milestone(2, { title: 'Version 1.1.0' }),
      it.milestone(3, { title: '1.1' }),
      it.milestone(4, { title: 'v1.1.0 and more' }),
      it.milestone(5, { title: 'v2.0.0' }),
      it.milestone(6, { title: '7' }),
    );
    releases.push(
      it.release(2, { tag_name: 'v2.0.0', draft: true }),
      it.release(3, { tag_name: 'a@7.0.0' }),
      it.release(4, { tag_name: 'b@7.0.0' }),
    );
    await run();
    const found = (await entries()).map(({ id, release_id }) => [id.split('-').at(-1), release_id]);
    expect(found.toSorted()).toEqual([
      ['1', it.id(1)],
      ['2', it.id(1)],
      ...['3', '4', '5', '6'].map((number) => [number, undefined]),
    ]);
  });

  test('moves are in the log of the roadmap', async () => {
    const made = board(it.milestone(1));
    await run();
    Object.assign(made.milestones[0] ?? {}, { closed_issues: 1 });
    await run();
    Object.assign(made.milestones[0] ?? {}, { state: 'closed', closed_at: '2026-02-28T08:00:00Z' });
    await run();
    Object.assign(made.milestones[0] ?? {}, { state: 'open', closed_at: null });
    await run();
    const { roadmapLog } = await it.content();
    expect(roadmapLog.map(({ from, to }) => [from?.stage, to.stage])).toEqual([
      ['PLANNED', 'IN_PROGRESS'],
      ['IN_PROGRESS', 'COMPLETED'],
      ['COMPLETED', 'IN_PROGRESS'],
    ]);
  });

  test('without `roadmap`, no milestone is read', async () => {
    board(it.milestone(1));
    await it.run();
    expect([await entries(), it.fake.asked.length]).toEqual([[], 2]);
  });

  test('the roadmap of a private repository needs private: true', async () => {
    const made = board(it.milestone(1));
    await run();
    made.private = true;
    await expect(run()).rejects.toThrow(
      /is private.*write "private: true".*remove the repository.*--allow-mass-delete/,
    );
    expect(await entries()).toHaveLength(1);
    await it.run([it.source({ roadmap: 'milestones', private: true })]);
    expect(await entries()).toHaveLength(1);
  });

  test('an invalid milestone keeps its entry, and is named', async () => {
    const made = board(it.milestone(1), it.milestone(2));
    await run();
    Object.assign(made.milestones[0] ?? {}, { state: 'strange' });
    const report = await run();
    expect(await entries()).toHaveLength(2);
    expect(JSON.stringify(report)).toContain('milestone 1');
    expect(decideExitCode(report, true)).toBe(3);
  });

  test('neither the person who made a milestone nor other fields reach the content', async () => {
    board(it.milestone(1));
    await run();
    const files = JSON.stringify([...(await it.content()).milestones.values()]);
    for (const text of ['creator-of-it', 'avatars.example/77', 'MI_1', 'labels_url', token])
      expect(files).not.toContain(text);
  });

  test('a quiet second sync writes nothing', async () => {
    it.fake.repository('acme/board', {
      releases: it.releases(3),
      milestones: it.milestones(130),
    });
    await run();
    const before = await stampsIn(it.folder);
    it.fake.asked.length = 0;
    expect((await run()).files).toEqual({ written: 0, removed: 0 });
    expect(await stampsIn(it.folder)).toEqual(before);
    expect(statuses()).toEqual(quiet);
    expect(it.fake.asked).toHaveLength(isConditional ? 4 : 5);
  });
});
