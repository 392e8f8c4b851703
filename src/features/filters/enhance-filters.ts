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
 * Makes the links of the filters act together. Their state is in the address of the changelog,
 * which shows what fits; an archive leads there. Without this they are links to archives.
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

/** From an archive: its own filter and the chosen one, on the changelog. */
function onChangelog(root: HTMLElement) {
  const { filters: changelog = '' } = root.dataset;
  const own = root.querySelector<HTMLElement>('[aria-current=page]');
  const state = after(parseFilters(''), own ? choiceOf(own) : undefined);
  return (choice: FilterChoice | undefined) =>
    location.assign(changelog + filterQuery(after(state, choice)));
}

/** On the changelog itself. @param timelines what matches take the place of */
function inPlace(root: HTMLElement, place: HTMLElement, timelines: Iterable<HTMLElement>) {
  const { matches = '' } = place.dataset;
  const options = filterOptions(root);
  const list = matchList(place, options);
  const load = rowsFrom(matches, root);

  const show = async () => {
    const isFiltered = () => chosenFilters(parseFilters(location.search)).length > 0;
    const rows = isFiltered() ? await load() : [];
    // The reader may have gone on while the rows were on their way.
    const state = parseFilters(location.search);
    const found = isFiltered() ? rows.filter((row) => fitsFilters(row, state)) : undefined;
    options.mark(state, found && rows);
    list.show(state, found);
    for (const timeline of timelines) timeline.hidden = found !== undefined;
  };
  const showOrTell = () => show().catch(list.fail);

  addEventListener('popstate', showOrTell);
  showOrTell();
  return async (choice: FilterChoice | undefined, chosen: HTMLElement) => {
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
    // The button of a removed filter is gone, and the focus with it.
    if (!chosen.checkVisibility()) root.querySelector('summary')?.focus();
  };
}

/** Fetches what filters know once the first of them is set, and again where that failed. */
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

/** The filters once this was chosen; undefined removes them all. */
function after(state: FilterState, choice: FilterChoice | undefined): FilterState {
  return choice ? toggleFilter(state, choice.kind, choice.slug) : parseFilters('');
}
