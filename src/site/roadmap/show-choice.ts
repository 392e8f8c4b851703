import { counted } from '../base/strings/counted.ts';
import { pointToPlace } from '../feeds/point-to-place.ts';
import { pageLanguage } from '../shell/page-language.ts';
import {
  type Choice,
  choose,
  compareBy,
  type Facet,
  fitsChoice,
  writeChoice,
} from './roadmap-choice.ts';
import { allIn, type Card, type RoadmapElements } from './roadmap-elements.ts';

/** Returns a function that filters and sorts the page by a choice. */
export function choiceShower(page: RoadmapElements): (choice: Choice) => void {
  const { format } = new Intl.NumberFormat(pageLanguage());
  const more = counted(pageLanguage(), JSON.parse(page.root.dataset.more ?? '{"other":""}'));
  const order = cardSorter(page);
  return (choice) => {
    for (const { element, ...facts } of allCards(page)) element.hidden = !fitsChoice(facts, choice);
    const sort = order(choice);
    showFolds(page, more);
    showGroups(page, format);
    showWords(page, Boolean(choice.project || choice.label), format);
    showFacets(page, choice, format);
    const { project, label } = choice;
    pointToPlace({ project: project ? [project] : [], label: label && !page.own ? [label] : [] });
    for (const { link, page: address } of page.viewLinks) link.href = address + writeChoice(choice);
    for (const button of allIn(page.root, '[data-sort]'))
      button.ariaPressed = String(button.dataset.sort === sort);
  };
}

type Format = (count: number) => string;

/**
 * Returns a function that sorts the cards and returns the current order. Cards that match the
 * filters come first, so that fewer of them are in closed `details`.
 */
function cardSorter({ firstSort, lists }: RoadmapElements) {
  let current = firstSort;
  return ({ sort = firstSort }: Choice) => {
    for (const { pages, cards } of lists()) {
      if (sort === current && pages.length === 1) continue;
      const sorted = sort ? cards.toSorted(compareBy(sort)) : cards;
      const elements = sorted.map(({ element }) => element);
      const rest = elements.toSorted((a, b) => Number(a.hidden) - Number(b.hidden));
      for (const { list, size } of pages) list.append(...rest.splice(0, size));
    }
    current = sort;
    return current;
  };
}

function showFolds({ root }: RoadmapElements, more: (count: number) => string): void {
  for (const fold of allIn(root, '.more')) {
    const folded = countVisible(fold);
    const summary = fold.querySelector('summary');
    const next = fold.querySelector('.cards, .bars')?.childElementCount ?? 0;
    fold.hidden = folded === 0;
    if (summary) summary.textContent = more(Math.min(folded, next));
  }
}

function showGroups({ root }: RoadmapElements, format: Format): void {
  for (const group of allIn(root, '[data-group]')) {
    const count = countVisible(group);
    for (const place of allIn(root, `[data-count-of="${group.dataset.group}"]`))
      place.textContent = format(count);
    for (const text of allIn(group, '[data-empty]')) text.hidden = count > 0;
  }
  for (const section of allIn(root, '[data-canceled], [data-shown]'))
    section.hidden = countVisible(section) === 0;
}

function showWords(page: RoadmapElements, isNarrowed: boolean, format: Format): void {
  const { root, own, emptyTexts } = page;
  const count = allCards(page).filter(({ element }) => !element.hidden).length;
  const { noneFits = '', some = '' } = root.dataset;
  for (const { element, text } of emptyTexts) element.textContent = isNarrowed ? noneFits : text;
  for (const text of allIn(root, '[data-none]')) text.hidden = count > 0;
  for (const link of allIn(root, '.tools [data-clear]'))
    link.hidden = !count || !(isNarrowed || own);
  for (const place of allIn(root, '[data-total]')) {
    const { total = '' } = place.dataset;
    const text = isNarrowed ? some.replace('#', format(count)) : total;
    // Unchanged text is not set, because screen readers would announce it again.
    if (place.textContent !== text) place.textContent = text;
  }
}

function showFacets(page: RoadmapElements, choice: Choice, format: Format): void {
  for (const { link, facet, slug, page: address } of page.facetLinks) {
    if (facet === page.own) {
      link.href = address + writeChoice(choice);
      continue;
    }
    const next = choose(choice, facet, slug);
    link.href = location.pathname + writeChoice(next);
    link.ariaCurrent = (choice[facet] ?? '') === slug ? 'true' : null;
    const count = link.querySelector('[data-count]');
    if (count)
      count.textContent = format(allCards(page).filter((card) => fitsChoice(card, next)).length);
  }
  for (const menu of page.menus) {
    const name = menu.querySelector('[aria-current] span')?.textContent;
    const place = menu.querySelector('[data-chosen]');
    if (place) place.textContent = name ?? choice[menu.dataset.facet as Facet] ?? '';
  }
}

function countVisible(element: Element): number {
  return element.querySelectorAll(':is(.card, .bar):not([hidden])').length;
}

function allCards({ lists }: RoadmapElements): Card[] {
  return lists().flatMap(({ cards }) => cards);
}
