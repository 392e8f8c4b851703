import { pointToPlace } from '../../site/feeds/point-to-place.ts';
import { choiceOf, type FilterChoice, filterOptions } from './filter-options.ts';
import { type FilterData, type FilterRow, filterRows, fitsFilters } from './filter-rows.ts';
import {
  chosenFilters,
  type FilterState,
  filterQuery,
  parseFilters,
  toggleFilter,
} from './filter-state.ts';
import { matchList } from './match-list.ts';

/**
 * Lets readers combine filters. The changelog shows the matching releases and stores the filters in
 * its address; archives open the changelog with the filters. Without this script, filters are links
 * to archives.
 */
export function enhanceFilters(root: ParentNode): void {
  const filters = root.querySelector<HTMLElement>('[data-filters]');
  if (!filters) return;
  const timelines = root.querySelectorAll<HTMLElement>('[data-timeline]');
  const place = filters.querySelector<HTMLElement>('[data-matches]');
  const choose = place ? inPlace(filters, place, timelines) : onChangelog(filters);
  filters.addEventListener('click', (event) => {
    const { altKey, ctrlKey, metaKey, shiftKey, target } = event;
    if (altKey || ctrlKey || metaKey || shiftKey || !(target instanceof Element)) return;
    const chosen = target.closest<HTMLElement>('[data-kind]:not([aria-current=page]),[data-clear]');
    if (!chosen) return;
    event.preventDefault();
    choose(choiceOf(chosen), chosen);
  });
}

/**
 * On an archive's page: a choice opens the changelog with the archive's own filter and the chosen
 * filter.
 */
function onChangelog(root: HTMLElement) {
  const { filters: changelog = '' } = root.dataset;
  const own = root.querySelector<HTMLElement>('[aria-current=page]');
  const state = after(parseFilters(''), own ? choiceOf(own) : undefined);
  return (choice: FilterChoice | undefined) =>
    location.assign(changelog + filterQuery(after(state, choice)));
}

/**
 * On the changelog's page: a choice filters the changelog in place.
 * @param timelines elements that are hidden while matches are shown
 */
function inPlace(root: HTMLElement, place: HTMLElement, timelines: Iterable<HTMLElement>) {
  const { matches = '' } = place.dataset;
  const options = filterOptions(root);
  const list = matchList(root, place, options);
  const load = rowsFrom(matches, root);

  const show = async () => {
    const isFiltered = () => chosenFilters(parseFilters(location.search)).length > 0;
    const rows = isFiltered() ? await load() : [];
    // The address may have changed while the rows were loading.
    const state = parseFilters(location.search);
    const matching = isFiltered() ? rows.filter((row) => fitsFilters(row, state)) : undefined;
    options.mark(state, matching && rows);
    list.show(state, matching);
    pointToPlace(state);
    for (const timeline of timelines) timeline.hidden = matching !== undefined;
  };
  const showOrFail = () => show().catch(list.fail);

  // A button that removed its own filter is no longer on the page, so the focus moves to the next
  // such button; without one, to the filters.
  const focusInstead = (index: number) => {
    const buttons = [...place.querySelectorAll<HTMLElement>('[data-kind]')];
    const next = buttons[index] ?? buttons.at(-1) ?? root.querySelector('summary');
    next?.focus();
  };

  addEventListener('popstate', showOrFail);
  showOrFail();
  return async (choice: FilterChoice | undefined, chosen: HTMLElement) => {
    const index = [...place.querySelectorAll('[data-kind]')].indexOf(chosen);
    try {
      await load();
    } catch {
      if (chosen instanceof HTMLAnchorElement) location.assign(chosen.href);
      else list.fail();
      return;
    }
    const state = after(parseFilters(location.search), choice);
    history.pushState(null, '', location.pathname + filterQuery(state, location.search));
    await show();
    if (!chosen.checkVisibility()) focusInstead(index);
  };
}

/**
 * Returns a function that fetches the filter data on its first call. Later calls only fetch again
 * after a failure.
 */
function rowsFrom(address: string, root: HTMLElement): () => Promise<FilterRow[]> {
  let loading: Promise<FilterRow[]> | undefined;
  const fetchRows = async () => {
    root.ariaBusy = 'true';
    try {
      const response = await fetch(address);
      if (!response.ok) throw new Error(`${address} answered ${response.status}`);
      return filterRows((await response.json()) as FilterData);
    } catch (error) {
      loading = undefined;
      throw error;
    } finally {
      root.ariaBusy = null;
    }
  };
  return () => {
    loading ??= fetchRows();
    return loading;
  };
}

/** The filters after a reader's choice. An undefined choice removes all filters. */
function after(state: FilterState, choice: FilterChoice | undefined): FilterState {
  return choice ? toggleFilter(state, choice.kind, choice.slug) : parseFilters('');
}
