import { expect, test } from 'vitest';
import { randomFrom } from '../support/random-from.ts';
import { releaseRow } from '../support/rows.ts';
import { colours, createRows, ids } from './rows-with-names.ts';
import { startSync } from './run-sync.ts';

test('labels and projects have the names and colours of a fresh sync after any renames', async () => {
  for (let seed = 1; seed <= 10; seed += 1) {
    const random = randomFrom(seed);
    const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;
    await using it = await startSync();
    const whole = ids.map((id) => ({ id, slug: id, name: id, color: '#7c3aed' }));
    it.script.releases = [releaseRow('r-0', { labels: whole, project: { id: 'p', name: 'P' } })];
    await it.run();
    for (let turn = 0; turn < 3; turn += 1) {
      const rows = createRows(pick);
      it.script.releases = rows(
        ids.map((id) => ({ id, slug: id, name: `${id} ${pick([1, 2, 3])}`, color: pick(colours) })),
      );
      await it.run({ full: pick([true, false]) });
      const after = await it.content();
      await using fresh = await startSync({ releases: it.script.releases });
      await fresh.run();
      const { labels, projects } = await fresh.content();
      const what = `seed ${seed}, turn ${turn}`;
      expect(after.labels.map(withoutSlug), what).toEqual(labels.map(withoutSlug));
      expect(after.projects.map(withoutSlug), what).toEqual(projects.map(withoutSlug));
    }
  }
});

function withoutSlug<T extends { slug: string }>({ slug, ...rest }: T) {
  return rest;
}
