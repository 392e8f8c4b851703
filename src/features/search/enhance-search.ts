import { part } from '../../site/shell/part.ts';
import { intoField } from '../../site/shell/shortcut.ts';
import { keepVisit, lastVisit } from './last-visit.ts';
import { searchNews } from './search-news.ts';
import { searchPaths } from './search-paths.ts';
import type { SearchData, SearchSession } from './search-session.ts';
import { readSearch, searchState, writeSearch } from './search-state.ts';
import { siteFiles } from './site-files.ts';

/** In milliseconds: a pause between two keys that is none. */
const pauseMs = 90;
/** In milliseconds, after one or two letters: much begins with them, and most readers write on. */
const longPauseMs = [0, 1000, 400];

/** Wires the form. What searches is loaded when there is something to look for. */
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
  let soon: ReturnType<typeof setTimeout> | undefined;

  const asked = () => {
    const { q: text, ...filters } = searchState(new FormData(form));
    return { text, ...filters };
  };
  const begin = () => {
    if (session) return session;
    // Before the script that reads them is there.
    for (const segment of data.segments) files.read(searchPaths.index(segment)).catch(() => {});
    session = import('./search-session.ts').then(({ searchSession }) =>
      searchSession(root, files, data, news),
    );
    // Who looks for something is told; who does not needs no word.
    session.catch(() => {
      session = undefined;
    });
    return session;
  };
  const run = async (count?: number) => {
    clearTimeout(soon);
    history.replaceState(history.state, '', addressOf(form));
    if (!session && asked().text === '') return;
    try {
      await (await begin()).show(asked(), count);
    } catch {
      session = undefined;
      news.say([data.words.failed], { again: true });
    }
  };
  const news = searchNews(root, {
    again: () => run(),
    everywhere: () => {
      for (const select of form.querySelectorAll('select')) select.value = '';
      field.focus();
      run();
    },
  });

  field.addEventListener('focus', () => void begin().catch(() => {}));
  form.addEventListener('input', () => {
    clearTimeout(soon);
    // What a next key makes needless is little; the pause is worth more.
    begin().then(
      (ready) => ready.prepare(asked()),
      () => {},
    );
    const letters = /(?:^|\s)(\w{1,2})$/.exec(field.value)?.[1]?.length ?? 0;
    soon = setTimeout(run, longPauseMs[letters] || pauseMs);
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    // Lets the keyboard on the screen make room for the results.
    if (matchMedia('(pointer: coarse)').matches) field.blur();
    run();
  });
  root.addEventListener('keydown', (event) => moveFocus(event, root, field));

  restore(form, location.search);
  const focusWhereAsked = () => {
    if (location.hash !== intoField) return;
    field.focus({ preventScroll: true });
    history.replaceState(history.state, '', addressOf(form));
  };
  addEventListener('hashchange', focusWhereAsked);
  focusWhereAsked();
  keepVisit(() => root.querySelectorAll('[data-results] > *').length);
  if (field.value !== '') comeBack(run);
}

/** Shows what the reader saw, where they come back to it. */
async function comeBack(run: (count?: number) => Promise<void>): Promise<void> {
  const visit = lastVisit();
  await run(visit?.results || undefined);
  if (visit) scrollTo({ top: visit.scrollY, behavior: 'instant' });
}

/** The page's address with what the form holds: it can be kept, shared and come back to. */
function addressOf(form: HTMLFormElement): string {
  return location.pathname + writeSearch(searchState(new FormData(form)));
}

/** A filter that is no more counts as none. */
function restore(form: HTMLFormElement, query: string): void {
  for (const [name, value] of readSearch(query)) {
    const control = form.elements.namedItem(name);
    if (control instanceof HTMLInputElement) control.value = value;
    if (!(control instanceof HTMLSelectElement)) continue;
    control.value = value;
    if (control.selectedIndex === -1) control.value = '';
  }
}

/** The arrows go from the field to the results and through them. */
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
