import { enhanceUnchanged } from './enhance-unchanged.ts';
import { type Choice, choose, readChoice, type Sort, writeChoice } from './roadmap-choice.ts';
import { type RoadmapElements, roadmapElements } from './roadmap-elements.ts';
import { choiceShower } from './show-choice.ts';

/**
 * Lets the milestones of a page be filtered and ordered in place. The choice is in the address's
 * query alone; without this the same links lead to pages of their own.
 */
export function enhanceRoadmap(root: ParentNode): void {
  const roadmap = root.querySelector<HTMLElement>('[data-roadmap]:has(.tools)');
  if (roadmap) letChoose(roadmapElements(roadmap));
  enhanceUnchanged(root);
}

function letChoose(page: RoadmapElements): void {
  const { root, own, menus } = page;
  const show = choiceShower(page);
  const go = (choice: Choice) => {
    history.pushState(null, '', location.pathname + writeChoice(choice));
    show(choice);
  };
  root.addEventListener('click', (event) => onClick(event, page, go));
  root.addEventListener('keydown', onKey);
  document.addEventListener('click', ({ target }) => {
    for (const menu of menus) if (!menu.contains(target as Node)) menu.open = false;
  });
  addEventListener('popstate', () => show(choiceHere(page)));
  root.dataset.ready = '';
  const choice = choiceHere(page);
  // The whole roadmap comes as it is with no choice.
  if (own || writeChoice(choice) !== '') show(choice);
}

function onClick(event: MouseEvent, page: RoadmapElements, go: (choice: Choice) => void): void {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return;
  const { own, firstSort, menus, facetLinks } = page;
  const target = event.target as Element;
  const choice = choiceHere(page);
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

/** What the address says; a part's own page has said its part already. */
function choiceHere({ own }: RoadmapElements): Choice {
  const choice = readChoice(location.search);
  return own ? choose(choice, own, undefined) : choice;
}
