// @module-tag soak

import { cp, rm } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { WaymarkError } from '../../src/model/errors.ts';
import type { Content } from '../../src/store/read/read-content.ts';
import { recover } from '../../src/store/write/apply.ts';
import { filesIn } from '../support/files-in.ts';
import { fuzzRuns } from '../support/fuzz-runs.ts';
import { randomFrom } from '../support/random-from.ts';
import { expectWhole } from '../sync/by-id/expect-whole.ts';
import { leaveUnfinished } from '../sync/leave-unfinished.ts';
import { type Synced, startSync } from '../sync/run-sync.ts';
import { RandomHistory } from './random-history.ts';

/** What a site shows, apart from slugs and the history of syncs. */
async function shownIn(it: Synced) {
  const { releases, milestones, projects, labels, workspace } = await it.content();
  const withoutSlug = <T extends { slug: string }>({ slug: _slug, ...entry }: T) => entry;
  const byId = <T extends { id: string; slug: string }>(all: Iterable<T>) =>
    [...all].map(withoutSlug).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return {
    workspace,
    releases: byId(releases.values()),
    milestones: byId(milestones.values()),
    projects: byId(projects),
    labels: byId(labels),
    assets: Object.keys(await filesIn(it.folder)).filter((path) => path.startsWith('assets/')),
  };
}

/** The ids of the entries that came from a source. */
const idsFrom = ({ known }: Content, source: string) =>
  [...known.releases, ...known.milestones].flatMap(([id, { from }]) =>
    from === source ? [id] : [],
  );

/** A sync in which sources may fail. A failed source must not lose its entries. */
async function syncHalfway(it: Synced, history: RandomHistory, allowMassDelete: boolean) {
  const before = await it.content();
  const files = await filesIn(it.folder).catch(() => ({}));
  const report = await it
    .run({ sources: await history.open(true), allowMassDelete })
    .catch((error) => {
      expect(error).toBeInstanceOf(WaymarkError);
    });
  if (!report) return expect(await filesIn(it.folder).catch(() => ({}))).toEqual(files);
  const { releases, milestones } = await it.content();
  for (const { name } of report.sources?.filter(({ failure }) => failure !== undefined) ?? [])
    for (const id of idsFrom(before, name))
      expect(releases.has(id) || milestones.has(id)).toBe(true);
}

/** Leaves the content folder as a sync would that was killed while applying its plan. */
async function killedSync(it: Synced, history: RandomHistory, random: () => number) {
  await recover(it.folder);
  const contentDir = `${it.folder}-copy`;
  await rm(contentDir, { recursive: true, force: true });
  await cp(it.folder, contentDir, { recursive: true }).catch(() => {});
  await it.run({ sources: await history.open(false), allowMassDelete: true, contentDir });
  const below = (count: number) => Math.floor(random() * count);
  await leaveUnfinished(it.folder, await filesIn(contentDir), random() < 0.5, below);
}

test('content equals that of a fresh sync of the sources, whatever happened before', async () => {
  for (let seed = 1; seed <= fuzzRuns(2, 80); seed += 1) {
    const random = randomFrom(seed);
    await using history = await RandomHistory.start(random);
    await using it = await startSync();
    for (let turn = 0; turn < 8; turn += 1) {
      const steps = Math.floor(random() * 4);
      for (let step = 0; step < steps; step += 1) await history.step();
      const sync = () => syncHalfway(it, history, random() < 0.5);
      if (random() < 0.25) await killedSync(it, history, random);
      else await (random() < 0.25 ? history.withoutFolder(sync) : sync());
    }
    await history.fill();
    const report = await it.run({ sources: await history.open(false), allowMassDelete: true });
    expect(report.sources?.flatMap(({ failure }) => failure ?? [])).toEqual([]);
    const files = Object.entries(await filesIn(it.folder));
    expectWhole(Object.fromEntries(files.filter(([path]) => !path.startsWith('assets/'))));
    await using fresh = await startSync();
    await fresh.run({ sources: await history.open(false) });
    expect(await shownIn(it), `seed ${seed}`).toEqual(await shownIn(fresh));
    const again = await it.run({ sources: await history.open(false) });
    expect(again.files, `seed ${seed}`).toEqual({ written: 0, removed: 0 });
  }
});
