import { expect, test } from 'vitest';
import { randomFrom } from '../support/random-from.ts';
import { releaseRow } from '../support/rows.ts';
import { startSync } from './run-sync.ts';

const ids = ['one', 'two', 'three'];
const colours = ['#7c3aed', '#16a34a', '#f59e0b', null];

/** How the rows of an API show labels: each label in two rows, with some of the fields in each. */
function createRows(pick: <T>(all: readonly T[]) => T) {
  const fields = [['slug', 'name', 'color'], ['name', 'color'], ['name'], ['color'], ['slug'], []];
  const shown = ids.map(() => {
    const some = pick(fields);
    const others = ['name', 'color'].filter((field) => !some.includes(field));
    return [some, [...others, ...pick(fields)]];
  });
  return (names: readonly Record<string, unknown>[]) =>
    [0, 1].map((row) => {
      const refs = names.map((all, n) => {
        const has = ['id', ...(shown[n]?.[row] ?? [])];
        return Object.fromEntries(Object.entries(all).filter(([field]) => has.includes(field)));
      });
      const [project] = refs;
      return releaseRow(`r-${row}`, { labels: refs, project: { id: 'p', ...nameOf(project) } });
    });
}

function nameOf(ref: Record<string, unknown> = {}) {
  return 'name' in ref ? { name: `Project ${ref.name}` } : {};
}

test('labels and projects have the names and colours of a fresh sync after any renames', async () => {
  for (let seed = 1; seed <= 30; seed += 1) {
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
