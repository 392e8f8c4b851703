import {
  type Choice,
  choose,
  compareBy,
  type Facet,
  type Facts,
  fitsChoice,
  type Sort,
  writeChoice,
} from '../../site/roadmap/roadmap-choice.ts';

// What a page of the roadmap is made of, and how it looks with a choice.

interface Card extends Facts {
  element: HTMLElement;
}

export const root = document.querySelector<HTMLElement>('[data-roadmap]:has(.tools)');
/** On a part's own page its facet is not for choosing: these links lead to other parts. */
export const own = root?.dataset.part as Facet | undefined;
/** The order that the page came in. */
export const firstSort = all('[data-sorts]')[0]?.dataset.sorts as Sort | undefined;
export const menus = all<HTMLDetailsElement>('[data-facet]');
export const facetLinks = menus.flatMap((menu) =>
  [...menu.querySelectorAll('a')].map((link) => ({
    link,
    facet: menu.dataset.facet as Facet,
    slug: link.dataset.slug,
    page: link.href,
  })),
);
const viewLinks = all<HTMLAnchorElement>('[data-view]').map((link) => ({ link, page: link.href }));
const emptyTexts = all('[data-empty]').map((element) => ({ element, text: element.textContent }));
const numbers = new Intl.NumberFormat(document.documentElement.lang);
let shownSort = firstSort;
let found: { list: HTMLElement; cards: Card[] }[] | undefined;

/** Makes the page show a choice. */
export function showChoice(choice: Choice): void {
  const isNarrowed = Boolean(choice.project || choice.label);
  showCards(choice);
  showGroups();
  showWords(isNarrowed);
  showLinks(choice);
  for (const button of all('[data-sort]'))
    button.ariaPressed = String(button.dataset.sort === shownSort);
}

function showCards(choice: Choice): void {
  for (const { element, ...facts } of allCards()) element.hidden = !fitsChoice(facts, choice);
  const sort = choice.sort ?? firstSort;
  if (!sort || sort === shownSort) return;
  shownSort = sort;
  for (const { list, cards } of lists())
    list.append(...cards.toSorted(compareBy(sort)).map(({ element }) => element));
}

function showGroups(): void {
  for (const group of all('[data-group]')) {
    const count = shownIn(group);
    for (const place of all(`[data-count-of="${group.dataset.group}"]`))
      place.textContent = numbers.format(count);
    for (const text of group.querySelectorAll<HTMLElement>('[data-empty]')) text.hidden = count > 0;
  }
  for (const section of all('[data-canceled], [data-shown]'))
    section.hidden = shownIn(section) === 0;
}

function showWords(isNarrowed: boolean): void {
  const count = allCards().filter(({ element }) => !element.hidden).length;
  const { noneFits = '', some = '' } = root?.dataset ?? {};
  for (const { element, text } of emptyTexts) element.textContent = isNarrowed ? noneFits : text;
  for (const text of all('[data-none]')) text.hidden = count > 0;
  for (const link of all('.tools [data-clear]')) link.hidden = !count || !(isNarrowed || own);
  for (const place of all('[data-total]')) {
    const { total = '' } = place.dataset;
    const text = isNarrowed ? some.replace('#', numbers.format(count)) : total;
    // What is set again would be announced again.
    if (place.textContent !== text) place.textContent = text;
  }
}

function showLinks(choice: Choice): void {
  for (const { link, facet, slug, page } of facetLinks) {
    if (facet === own) {
      link.href = page + writeChoice(choice);
      continue;
    }
    const next = choose(choice, facet, slug);
    link.href = location.pathname + writeChoice(next);
    link.ariaCurrent = (choice[facet] ?? '') === slug ? 'true' : null;
    const count = link.querySelector('[data-count]');
    if (count)
      count.textContent = numbers.format(
        allCards().filter((card) => fitsChoice(card, next)).length,
      );
  }
  for (const { link, page } of viewLinks) link.href = page + writeChoice(choice);
  for (const menu of menus) {
    const name = menu.querySelector('[aria-current] span')?.textContent;
    const place = menu.querySelector('[data-chosen]');
    if (place) place.textContent = name ?? choice[menu.dataset.facet as Facet] ?? '';
  }
}

function shownIn(element: Element): number {
  return element.querySelectorAll('.card:not([hidden])').length;
}

/** Not before there is something to choose: there may be hundreds. */
function lists() {
  found ??= all('.cards').map((list) => ({
    list,
    cards: [...list.children].map((element) => cardOf(element as HTMLElement)),
  }));
  return found;
}

function allCards(): Card[] {
  return lists().flatMap(({ cards }) => cards);
}

function cardOf(element: HTMLElement): Card {
  const { project, labels = '', votes, moved = '' } = element.dataset;
  return { element, project, labels: labels.split(' '), votes: Number(votes), moved };
}

function all<E extends HTMLElement = HTMLElement>(selector: string): E[] {
  return [...(root?.querySelectorAll<E>(selector) ?? [])];
}
