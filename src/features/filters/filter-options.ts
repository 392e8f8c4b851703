import { type FilterKind, filterKinds } from '../../model/content/filter-kinds.ts';
import { pageLanguage } from '../../site/shell/page-language.ts';
import { type FilterRow, filterCounts } from './filter-rows.ts';
import type { FilterState } from './filter-state.ts';

/** The filter that a link or button sets. */
export interface FilterChoice {
  kind: FilterKind;
  slug: string;
}

/** A link on the page that sets a filter. */
interface Option extends FilterChoice {
  name: string;
  href: string;
  /** CSS classes that give the option its colour. */
  look: string;
}

export type FilterOptions = ReturnType<typeof filterOptions>;

/** Reads the filters' links from the page. */
export function filterOptions(root: HTMLElement) {
  const options = [...root.querySelectorAll<HTMLAnchorElement>('a[data-kind]')].flatMap((link) => {
    const choice = choiceOf(link);
    const [name, number] = link.children;
    if (!choice || !name || !number) return [];
    const { textContent: all } = number;
    const { href, className: look } = link;
    return { ...choice, link, number, all, name: name.textContent, href, look };
  });
  return {
    find: (kind: FilterKind, slug: string): Option | undefined =>
      options.find((one) => one.kind === kind && one.slug === slug),
    /** Marks chosen options, and shows for each option how many of the rows match it. */
    mark: (state: FilterState, rows: readonly FilterRow[] | undefined) => {
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
