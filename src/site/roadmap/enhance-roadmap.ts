import { type Choice, choose, readChoice, type Sort, writeChoice } from './roadmap-choice.ts';
import { type RoadmapElements, roadmapElements } from './roadmap-elements.ts';
import { choiceShower } from './show-choice.ts';
import { showToday } from './show-today.ts';

/**
 * Filters and orders the milestones of a page in place, and shows today on the timeline. The query of the URL is the only state.
 * Without this script, the links of the filters open other pages.
 */
export function enhanceRoadmap(root: ParentNode): void {
  showToday(root);
  const roadmap = root.querySelector<HTMLElement>('[data-roadmap]:has(.tools)');
  if (roadmap) enableChoice(roadmapElements(roadmap));
}

function enableChoice(page: RoadmapElements): void {
  const { root, own, menus } = page;
  const show = choiceShower(page);
  const apply = (choice: Choice) => {
    history.pushState(null, '', location.pathname + writeChoice(choice));
    show(choice);
  };
  root.addEventListener('click', (event) => onClick(event, page, apply));
  root.addEventListener('keydown', onKey);
  document.addEventListener('click', ({ target }) => {
    for (const menu of menus) if (!menu.contains(target as Node)) menu.open = false;
  });
  addEventListener('popstate', () => show(choiceHere(page)));
  root.dataset.ready = '';
  const choice = choiceHere(page);
  // If nothing is chosen, the page already shows the whole roadmap and does not have to change.
  if (own || writeChoice(choice) !== '') show(choice);
}

function onClick(event: MouseEvent, page: RoadmapElements, apply: (choice: Choice) => void): void {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return;
  const { own, firstSort, menus, facetLinks } = page;
  const target = event.target as Element;
  const choice = choiceHere(page);
  const link = facetLinks.find((one) => one.link === target.closest('a'));
  const sort = target.closest<HTMLElement>('[data-sort]')?.dataset.sort as Sort | undefined;
  if (sort) apply(choose(choice, 'sort', sort === firstSort ? undefined : sort));
  else if (link && link.facet !== own) {
    event.preventDefault();
    apply(choose(choice, link.facet, link.slug));
    close(link.link.closest('details'));
  } else if (target.closest('[data-clear]') && !own) {
    event.preventDefault();
    apply(choose(choose(choice, 'project', undefined), 'label', undefined));
    close(menus[0]);
  }
}

function onKey({ key, target }: KeyboardEvent): void {
  if (key === 'Escape') close((target as Element).closest<HTMLDetailsElement>('details[open]'));
}

/** Closes a menu and returns focus to its summary. */
function close(menu: HTMLDetailsElement | null | undefined): void {
  if (!menu) return;
  menu.open = false;
  menu.querySelector('summary')?.focus();
}

/**
 * The choice in the URL. On the page of a project or label, the query parameter for it is ignored,
 * because the path of the page already states the project or label.
 */
function choiceHere({ own }: RoadmapElements): Choice {
  const choice = readChoice(location.search);
  return own ? choose(choice, own, undefined) : choice;
}
