import { type FilterKind, filterKinds } from '../../model/content/filter-kinds.ts';
import { pageLanguage } from '../../site/shell/page-language.ts';
import { type FilterRow, filterCounts } from './filter-rows.ts';
import type { FilterState } from './filter-state.ts';

/** What a link or a button of the filters sets. */
export interface FilterChoice {
  kind: FilterKind;
  slug: string;
}

/** One of the links that filter. */
interface Option extends FilterChoice {
  name: string;
  /** The classes that show its colour. */
  look: string;
}

export interface FilterOptions {
  find(kind: FilterKind, slug: string): Option | undefined;
  /** Shows which are chosen and, of some rows, how many each would leave. */
  mark(state: FilterState, rows: readonly FilterRow[] | undefined): void;
}

/** The filters' links as they stand on the page. */
export function filterOptions(root: HTMLElement): FilterOptions {
  const options = [...root.querySelectorAll<HTMLAnchorElement>('a[data-kind]')].flatMap((link) => {
    const choice = choiceOf(link);
    const [name, number] = link.children;
    if (!choice || !name || !number) return [];
    const { textContent: all } = number;
    return { ...choice, link, number, all, name: name.textContent, look: link.className };
  });
  return {
    find: (kind, slug) => options.find((one) => one.kind === kind && one.slug === slug),
    mark: (state, rows) => {
      const counts = rows && filterCounts(rows, state);
      for (const { link, number, all, kind, slug } of options) {
        const count = counts?.[kind].get(slug) ?? 0;
        number.textContent = counts ? count.toLocaleString(pageLanguage()) : all;
        link.ariaCurrent = state[kind].includes(slug) ? 'true' : null;
        link.toggleAttribute('data-barren', counts !== undefined && count === 0);
      }
    },
  };
}

export function choiceOf({ dataset }: HTMLElement): FilterChoice | undefined {
  const { kind: named, slug = '' } = dataset;
  const kind = filterKinds.find((one) => one === named);
  return kind && { kind, slug };
}
