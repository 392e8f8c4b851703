// @module-tag soak

import { cp, rm } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { recover } from '../../src/store/write/apply.ts';
import type { SyncOptions } from '../../src/sync/session.ts';
import { answerOf } from '../support/fake-github.ts';
import { filesIn } from '../support/files-in.ts';
import { fuzzRuns } from '../support/fuzz-runs.ts';
import { randomFrom } from '../support/random-from.ts';
import { workspace } from '../support/rows.ts';
import { leaveUnfinished } from '../sync/leave-unfinished.ts';
import { colours, createRows, ids } from '../sync/rows-with-names.ts';
import { startSync } from '../sync/run-sync.ts';
import { comparable } from './comparable.ts';
import { forges } from './github-family/sync-forge.ts';

test.each(forges)(
  '$name: content equals that of a fresh sync after renames of labels, projects and repositories',
  async (forge) => {
    const counts = { synced: 0, failed: 0, killed: 0, moved: 0 };
    for (let seed = 1; seed <= fuzzRuns(4, 80); seed += 1) {
      await using world = await startRenames(forge, randomFrom(seed));
      for (let turn = 0; turn < 8; turn += 1) counts[await world.liveOn()] += 1;
      await world.sync({ allowMassDelete: true });
      const contentDir = `${world.folder}-fresh`;
      await world.sync({ contentDir });
      const [lived, fresh] = await Promise.all([world.folder, contentDir].map(comparable));
      expect(lived, `seed ${seed}`).toEqual(fresh);
      expect((await world.sync()).files, `seed ${seed}`).toEqual({ written: 0, removed: 0 });
      counts.moved += await world.countRedirects();
    }
    for (const count of Object.values(counts)) expect(count).toBeGreaterThan(3);
  },
  600_000,
);

/** An API whose labels and projects are renamed, and two repositories that are. */
async function startRenames({ start }: (typeof forges)[number], random: () => number) {
  const below = (count: number) => Math.floor(random() * count);
  const pick = <T>(all: readonly T[]): T => all[below(all.length)] as T;
  const lifetimes = new AsyncDisposableStack();
  const it = lifetimes.use(await startSync());
  const { fake, source, releases: make } = lifetimes.use(await start());
  if ('limit' in fake) Object.assign(fake, { limit: { limit: 1e6, used: 0, reset: 0 } });
  const releases = make(6);
  const board = fake.repository('acme/board', { releases: releases.slice(3) });
  const app = fake.repository('acme/app', { releases: releases.slice(0, 3) });
  const set = {
    workspace: { id: workspace.id, name: 'Acme' },
    timeZone: 'UTC',
    download: async () => ({ kind: 'unusable' as const, why: 'not asked in this test' }),
    sources: ['api' as const, source(), source({ repository: 'acme/app' })],
  };
  const renameRows = () => {
    const named = ids.map((id) => ({
      ...{ id, slug: pick([id, `${id}-x`]), name: `${id} ${below(3)}`, color: pick(colours) },
    }));
    const slug = pick(['tool', 'tools', 'kit']);
    it.script.releases = createRows(pick)(named).map((row) => {
      return { ...row, project: { ...Object(row.project), slug } };
    });
  };
  const steps = [
    renameRows,
    () => Object.assign(board, { name: pick(['board', 'planks', 'zoo']) }),
    () => Object.assign(app, { name: pick(['app', 'shop', 'one-1']) }),
  ];
  renameRows();
  const sync = (over: Partial<SyncOptions> = {}) =>
    it.run({ sources: set, assets: false, ...over });
  return {
    folder: it.folder,
    sync,
    /** Renames some of them, and lets a sync follow that succeeds, fails in part, or is killed. */
    liveOn: async () => {
      for (let count = below(4); count >= 0; count -= 1) pick(steps)();
      const options = { full: below(4) === 0, allowMassDelete: below(2) === 0 };
      if (below(4) === 0) {
        const first = fake.asked.length + below(4);
        fake.fail = (_, turn) => (turn < first ? undefined : answerOf(500, 'Oops'));
        await sync(options);
        fake.fail = undefined;
        return 'failed' as const;
      }
      if (below(4) > 0) {
        await sync(options);
        return 'synced' as const;
      }
      await recover(it.folder);
      const contentDir = `${it.folder}-copy`;
      await rm(contentDir, { recursive: true, force: true });
      await cp(it.folder, contentDir, { recursive: true }).catch(() => {});
      await sync({ ...options, contentDir });
      await leaveUnfinished(it.folder, await filesIn(contentDir), below(2) === 0, below);
      return 'killed' as const;
    },
    /** How many old addresses of projects lead to new ones. */
    countRedirects: async () => Object.keys((await it.content()).redirects.projects ?? {}).length,
    [Symbol.asyncDispose]: () => lifetimes.disposeAsync(),
  };
}
