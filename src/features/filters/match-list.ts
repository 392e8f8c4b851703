import { counted } from '../../site/base/strings/counted.ts';
import { pageLanguage } from '../../site/shell/page-language.ts';
import { part } from '../../site/shell/part.ts';
import type { FilterOptions } from './filter-options.ts';
import type { FilterRow } from './filter-rows.ts';
import { chosenFilters, type FilterState } from './filter-state.ts';
import { isolated, listItem, rowMaker } from './match-row.ts';

/** Number of matches shown at first. Each press of the button shows this many more. */
const batchSize = 50;

/** The list of matches on the page (`FilterMatches.astro`). */
export function matchList(place: HTMLElement, options: FilterOptions) {
  const [status, chosen, list] = [
    part(place, '[role=status]'),
    part(place, 'ul'),
    part(place, 'ol'),
  ];
  const [clear, more] = [part(place, '[data-clear]'), part(place, '[data-more]')];
  const { count, moreTypes, none = '', failed = '', remove = '' } = place.dataset;
  const words = (forms = '{"other":"#"}') => counted(pageLanguage(), JSON.parse(forms));
  const some = words(count);
  const template = part<HTMLTemplateElement>(place, 'template');
  const row = rowMaker(template, options, words(moreTypes));
  const found = (number: number) => (number === 0 ? none : some(number));
  let rest: readonly FilterRow[] = [];

  const showMore = () => {
    const rows = rest.slice(0, batchSize).map(row);
    rest = rest.slice(batchSize);
    list.append(...rows);
    more.hidden = rest.length === 0;
    return rows[0];
  };
  more.addEventListener('click', () => showMore()?.querySelector('a')?.focus());

  return {
    /** Lists the matches and announces their number. Undefined matches mean that no filter is set. */
    show: (state: FilterState, matches: readonly FilterRow[] | undefined) => {
      rest = matches ?? [];
      list.replaceChildren();
      showMore();
      list.hidden = list.childElementCount === 0;
      clear.hidden = matches === undefined;
      chosen.replaceChildren(...removers(state, options, remove));
      status.textContent = matches ? found(matches.length) : '';
    },
    /** Shows that loading failed. */
    fail: () => {
      status.textContent = failed;
    },
  };
}

/** Buttons, each of which removes one of the chosen filters. */
function removers(state: FilterState, options: FilterOptions, label: string): HTMLElement[] {
  return chosenFilters(state).map(([kind, slug]) => {
    const name = options.find(kind, slug)?.name ?? slug;
    const button = document.createElement('button');
    button.type = 'button';
    button.ariaLabel = label.replace('*', () => name);
    Object.assign(button.dataset, { kind, slug });
    button.append(isolated(name));
    return listItem(button);
  });
}
