// @module-tag soak

import { cp, rm } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { ForgeEntry } from '../../../src/config/sources-file.ts';
import { recover } from '../../../src/store/write/apply.ts';
import type { SyncOptions } from '../../../src/sync/session.ts';
import { answerOf } from '../../support/fake-github.ts';
import { filesIn } from '../../support/files-in.ts';
import { gitHubLabel } from '../../support/forge-rows.ts';
import { fuzzRuns } from '../../support/fuzz-runs.ts';
import { randomFrom } from '../../support/random-from.ts';
import { leaveUnfinished } from '../../sync/leave-unfinished.ts';
import { comparable } from '../comparable.ts';
import { type ForgeSync, forges } from './sync-forge.ts';

test.each(forges)(
  '$name: content equals that of a fresh sync after random changes, failures and killed syncs',
  async ({ start, failures }) => {
    const counts = { synced: 0, failed: 0, killed: 0 };
    for (let seed = 1; seed <= fuzzRuns(4, 40); seed += 1) {
      await using it = await start();
      it.fake.maxPerPage = 4;
      if ('limit' in it.fake) Object.assign(it.fake, { limit: { limit: 1e6, used: 0, reset: 0 } });
      kinds.set(it, roadmaps[seed % 2]);
      const history = createHistory(it, failures, randomFrom(seed));
      for (let turn = 0; turn < 20; turn += 1) counts[await history.liveOn()] += 1;
      history.calmDown();
      await it.run(withRoadmap(it, 2), { allowMassDelete: true });
      const fresh = { contentDir: `${it.folder}-fresh` };
      await rm(it.cacheFile, { force: true });
      await it.run(withRoadmap(it, 2), fresh);
      expect(await comparable(it.folder), `seed ${seed}`).toEqual(
        await comparable(fresh.contentDir),
      );
      expect((await it.run(withRoadmap(it, 3))).files, `seed ${seed}`).toEqual({
        written: 0,
        removed: 0,
      });
    }
    for (const count of Object.values(counts)) expect(count).toBeGreaterThan(3);
  },
  600_000,
);

function createHistory(it: ForgeSync, failures: Failures, random: () => number) {
  const below = (count: number) => Math.floor(random() * count);
  const pick = <T>(all: readonly T[]): T => all[below(all.length)] as T;
  let made = 0;
  const board = it.fake.repository('acme/board');
  let planned = 0;
  const plan = () => {
    board.milestones.push(it.milestone(++planned, { title: titleOf() }));
    board.issues.push(it.issue(planned, { title: titleOf(), ...labels() }));
  };
  const labels = () => ({
    labels: pick([['roadmap'], ['roadmap', 'later'], ['Roadmap', 'bug'], []]).map((name) =>
      gitHubLabel(name, 'd73a4a'),
    ),
  });
  const titleOf = () => pick(['Search', 'v1.1.0', `Plan ${below(3)}`]);
  const changePlan = (over: () => object) => {
    const plans = below(2) === 0 ? board.milestones : board.issues;
    Object.assign(pick<object>(plans) ?? {}, over());
  };
  const tag = () => pick([`v1.${made}.0`, `@a/b@1.${made}.0`, `b-v1.${below(3)}.0`, 'nightly']);
  const add = () => {
    made += 1;
    // A release with an older commit than others comes on a later page.
    const created_at = new Date(Date.UTC(2020, 0, 1) + below(1e9) * 100).toISOString();
    const state = below(5) === 0 ? asDraft : { published_at: created_at };
    const body = bodyOf(made);
    board.releases.push(it.release(made, { tag_name: tag(), body, created_at, ...state }));
  };
  const asDraft = { draft: true, published_at: null };
  const change = (over: (row: { id: number; created_at: string }) => object) => {
    const row = pick(board.releases);
    const updated_at = new Date(Date.UTC(2026, 0, 1) + below(1e9)).toISOString();
    if (row) Object.assign(row, { updated_at, ...over(row) });
  };
  const steps = [
    add,
    add,
    () => change(({ id }) => ({ name: `Edited ${below(100)}`, body: bodyOf(id) })),
    () => change(() => ({ tag_name: tag() })),
    () => change(() => ({ prerelease: below(2) === 0 })),
    () => change(() => asDraft),
    () => change(({ created_at }) => ({ draft: false, published_at: created_at })),
    () => board.releases.length > 1 && board.releases.splice(below(board.releases.length), 1),
    plan,
    () => changePlan(() => ({ closed_issues: below(4), title: titleOf() })),
    () => changePlan(() => ({ state: 'closed', closed_at: '2026-02-01T00:00:00Z' })),
    () => changePlan(() => ({ state: 'open', closed_at: null, due_on: '2027-05-31T07:00:00Z' })),
    () => board.milestones.splice(below(board.milestones.length), 1),
    () => board.issues.splice(below(board.issues.length), 1),
    () => changePlan(() => ({ ...labels(), reactions: { '+1': below(3) } })),
    () => changePlan(() => ({ author_association: pick(['MEMBER', 'NONE']) })),
    () => changePlan(() => ({ state_reason: pick([null, 'not_planned']) })),
    () => Object.assign(board, { private: below(3) === 0 }),
    () => Object.assign(board, { name: pick(['board', 'planks', 'zoo']) }),
  ];
  const bodyOf = (n: number) => `Notes ${n}.\n\n### ${pick(types)}\n\n- Change ${below(9)}\n`;
  for (let n = 0; n < 10; n += 1) add();
  for (let n = 0; n < 6; n += 1) plan();

  const options = (): Partial<SyncOptions> => ({
    allowMassDelete: below(2) === 0,
    full: below(4) === 0,
  });
  return {
    /** Makes the repository public and readable, for the last sync. */
    calmDown: () => {
      it.fake.fail = undefined;
      board.private = false;
    },
    liveOn: async () => {
      for (let count = below(5); count >= 0; count -= 1) pick(steps)();
      if (below(4) === 0) return failedSync(it, failures, below, pick);
      if (board.private) return refusedSync(it);
      if (below(3) === 0) return killedSync(it, below, options());
      await it.run(withRoadmap(it), options());
      return 'synced' as const;
    },
  };
}

const types = ['Added', 'Fixed', 'Bug Fixes', 'Security'];

/** Histories take turns between both kinds of roadmaps. */
const roadmaps: ForgeEntry['roadmap'][] = [
  'milestones',
  { issues: 'roadmap', statuses: { later: 'BACKLOG' }, authors: [] },
];
/** @param day the day of the month on which votes are read */
const withRoadmap = (it: ForgeSync, day = 1) => {
  const clock = { now: () => new Date(Date.UTC(2026, 2, day, 9)), sleep: async () => {} };
  return [it.source({ roadmap: kinds.get(it) }, { clock })];
};
const kinds = new WeakMap<ForgeSync, ForgeEntry['roadmap']>();

type Failures = (typeof forges)[number]['failures'];
type Below = (count: number) => number;

/** Lets GitHub fail, from the first request of a sync or from a later one. */
async function failedSync(
  it: ForgeSync,
  failures: Failures,
  below: Below,
  pick: <T>(all: readonly T[]) => T,
) {
  const { fail } = pick(Object.values(failures));
  const first = it.fake.asked.length + below(3);
  it.fake.fail = (path, turn, incoming) =>
    turn < first ? undefined : (fail(path, turn, incoming) ?? answerOf(500, 'Oops'));
  const before = await filesIn(it.folder).catch(() => ({}));
  await expect(it.run(withRoadmap(it))).rejects.toThrow(
    /GitHub|GITHUB|Forgejo|FORGEJO|address|repository|private/,
  );
  it.fake.fail = undefined;
  expect(await filesIn(it.folder).catch(() => ({}))).toEqual(before);
  return 'failed' as const;
}

async function refusedSync(it: ForgeSync) {
  await expect(it.run(withRoadmap(it))).rejects.toThrow('is private');
  return 'failed' as const;
}

/** Leaves the content folder as a sync would that was killed while applying its plan. */
async function killedSync(it: ForgeSync, below: Below, options: Partial<SyncOptions>) {
  await recover(it.folder);
  const contentDir = `${it.folder}-copy`;
  await rm(contentDir, { recursive: true, force: true });
  await cp(it.folder, contentDir, { recursive: true }).catch(() => {});
  await it.run(withRoadmap(it), { ...options, contentDir });
  await leaveUnfinished(it.folder, await filesIn(contentDir), below(2) === 0, below);
  return 'killed' as const;
}
