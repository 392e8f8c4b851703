import { releaseRow } from '../support/rows.ts';

export const ids = ['one', 'two', 'three'];
export const colours = ['#7c3aed', '#16a34a', '#f59e0b', null];

/** How the rows of an API show labels: each label in two rows, with some of the fields in each. */
export function createRows(pick: <T>(all: readonly T[]) => T) {
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
