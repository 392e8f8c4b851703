import {
  type Choice,
  choose,
  readChoice,
  type Sort,
  writeChoice,
} from '../../site/roadmap/roadmap-choice.ts';
import { facetLinks, firstSort, menus, own, root, showChoice } from './show-choice.ts';

// Filters and orders the milestones of a page in place. The choice stands in the address's query
// alone; without this script the same links lead to pages of their own.

if (root) {
  root.addEventListener('click', onClick);
  root.addEventListener('keydown', onKey);
  document.addEventListener('click', ({ target }) => {
    for (const menu of menus) if (!menu.contains(target as Node)) menu.open = false;
  });
  addEventListener('popstate', () => showChoice(choiceHere()));
  root.dataset.ready = '';
  const choice = choiceHere();
  // The whole roadmap comes as it is with no choice.
  if (own || writeChoice(choice) !== '') showChoice(choice);
}

function onClick(event: MouseEvent): void {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return;
  const target = event.target as Element;
  const choice = choiceHere();
  const link = facetLinks.find((one) => one.link === target.closest('a'));
  const sort = target.closest<HTMLElement>('[data-sort]')?.dataset.sort as Sort | undefined;
  if (sort) go(choose(choice, 'sort', sort === firstSort ? undefined : sort));
  else if (link && link.facet !== own) {
    event.preventDefault();
    go(choose(choice, link.facet, link.slug));
    close(link.link.closest('details'));
  } else if (target.closest('[data-clear]') && !own) {
    event.preventDefault();
    go(choose(choose(choice, 'project', undefined), 'label', undefined));
    close(menus[0]);
  }
}

function onKey({ key, target }: KeyboardEvent): void {
  if (key === 'Escape') close((target as Element).closest<HTMLDetailsElement>('details[open]'));
}

/** Closes a menu; whoever was in it is then at its door. */
function close(menu: HTMLDetailsElement | null | undefined): void {
  if (!menu) return;
  menu.open = false;
  menu.querySelector('summary')?.focus();
}

function go(choice: Choice): void {
  history.pushState(null, '', location.pathname + writeChoice(choice));
  showChoice(choice);
}

/** What the address says; a part's own page has said its part already. */
function choiceHere(): Choice {
  const choice = readChoice(location.search);
  return own ? choose(choice, own, undefined) : choice;
}
