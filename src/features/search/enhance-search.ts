import { part } from '../../site/shell/part.ts';
import { focusFieldHash } from '../../site/shell/shortcut.ts';
import { searchPaths } from './search-paths.ts';
import type { SearchData, SearchSession } from './search-session.ts';
import { readSearch, searchState, writeSearch } from './search-state.ts';
import { searchStatus } from './search-status.ts';
import { siteFiles } from './site-files.ts';

/**
 * A search starts after this many milliseconds without a key press. Shorter pauses are part of
 * typing.
 */
const pauseMs = 90;
/**
 * Longer pauses for short words, in milliseconds, indexed by the number of letters in the last
 * word. One or two letters match a lot, and most readers type more.
 */
const longPauseMs = [0, 1000, 400];

/** Connects the search form. Loads the code of the search when it is first needed. */
export function enhanceSearch(root: ParentNode): void {
  const search = root.querySelector<HTMLElement>('[data-search]');
  if (search) wire(search);
}

function wire(root: HTMLElement): void {
  const form = part<HTMLFormElement>(root, 'form');
  const field = part<HTMLInputElement>(form, '[type=search]');
  const { base = '', search = '' } = root.dataset;
  const data: SearchData = JSON.parse(search);
  const files = siteFiles(base);
  let session: Promise<SearchSession> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const query = () => {
    const { q: text, ...filters } = searchState(new FormData(form));
    return { text, ...filters };
  };
  const isEmpty = () => Object.values(query()).every((value) => value === '');
  const begin = () => {
    if (session) return session;
    // Loads the index files in parallel with the script that reads them.
    for (const segment of data.segments) files.read(searchPaths.index(segment)).catch(() => {});
    session = import('./search-session.ts').then(({ searchSession }) =>
      searchSession(root, files, data, status),
    );
    // While the query is empty, a failure needs no message.
    session.catch(() => {
      session = undefined;
    });
    return session;
  };
  const run = async (count?: number) => {
    clearTimeout(timer);
    history.replaceState(history.state, '', addressOf(form));
    if (!session && isEmpty()) return;
    try {
      await (await begin()).show(query(), count);
    } catch {
      session = undefined;
      status.announce([data.words.failed], { again: true });
    }
  };
  const status = searchStatus(root, {
    again: () => run(),
    everywhere: () => {
      for (const select of form.querySelectorAll('select')) select.value = '';
      field.focus();
      run();
    },
  });

  field.addEventListener('focus', () => void begin().catch(() => {}));
  form.addEventListener('input', () => {
    clearTimeout(timer);
    // Loads the files for this query while the timer below waits for more key presses. If another
    // key press changes the query, little was loaded in vain.
    begin().then(
      (ready) => ready.prepare(query()),
      () => {},
    );
    const letters = /(?:^|\s)(\w{1,2})$/.exec(field.value)?.[1]?.length ?? 0;
    timer = setTimeout(run, longPauseMs[letters] || pauseMs);
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    // Hides the on-screen keyboard.
    if (matchMedia('(pointer: coarse)').matches) field.blur();
    run();
  });
  root.addEventListener('keydown', (event) => moveFocus(event, root, field));

  restoreForm(form, location.search);
  const focusIfRequested = () => {
    if (location.hash !== focusFieldHash) return;
    field.focus({ preventScroll: true });
    history.replaceState(history.state, '', addressOf(form));
  };
  addEventListener('hashchange', focusIfRequested);
  focusIfRequested();
  saveVisit(() => root.querySelectorAll('[data-results] > *').length);
  if (!isEmpty()) restoreVisit(run);
}

/** After back or reload, shows the results of the last visit again. */
async function restoreVisit(run: (count?: number) => Promise<void>): Promise<void> {
  const visit = lastVisit();
  await run(visit?.results || undefined);
  if (visit) scrollTo({ top: visit.scrollY, behavior: 'instant' });
}

/** The page's address, with the state of the form as its query. */
function addressOf(form: HTMLFormElement): string {
  return location.pathname + writeSearch(searchState(new FormData(form)));
}

/** Ignores filter values that no longer exist. */
function restoreForm(form: HTMLFormElement, search: string): void {
  for (const [name, value] of readSearch(search)) {
    const control = form.elements.namedItem(name);
    if (control instanceof HTMLInputElement) control.value = value;
    if (!(control instanceof HTMLSelectElement)) continue;
    control.value = value;
    if (control.selectedIndex === -1) control.value = '';
  }
}

/** Lets arrow keys move the focus from the field through the results. */
function moveFocus(event: KeyboardEvent, root: HTMLElement, field: HTMLInputElement): void {
  const { key, altKey, ctrlKey, metaKey, shiftKey, isComposing } = event;
  const step = key === 'ArrowDown' ? 1 : -1;
  if (step === -1 && key !== 'ArrowUp') return;
  if (altKey || ctrlKey || metaKey || shiftKey || isComposing) return;
  const stops = [field, ...root.querySelectorAll<HTMLElement>('[data-results] a')];
  const at = stops.indexOf(document.activeElement as HTMLElement);
  const next = at === -1 ? undefined : stops[at + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

// Restores results and scroll position after back or reload, if the browser has no back/forward
// cache entry for the page.

interface Visit {
  address: string;
  /** Number of results on the page. */
  results: number;
  scrollY: number;
}

const key = 'waymark-search';

/**
 * Stores the visit when the reader leaves the page.
 * @param count returns the number of results
 */
function saveVisit(count: () => number): void {
  addEventListener('pagehide', () => {
    const visit: Visit = {
      address: location.pathname + location.search,
      results: count(),
      scrollY,
    };
    // Storing the visit fails if the browser refuses to store data.
    try {
      sessionStorage.setItem(key, JSON.stringify(visit));
    } catch {}
  });
}

/** The last visit to this address, if the reader returned by back, forward or reload. */
function lastVisit(): Visit | undefined {
  const [navigation] = performance.getEntriesByType('navigation');
  const type = (navigation as PerformanceNavigationTiming | undefined)?.type;
  if (type !== 'back_forward' && type !== 'reload') return undefined;
  try {
    const visit: Visit | null = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    return visit?.address === location.pathname + location.search ? visit : undefined;
  } catch {
    return undefined;
  }
}
