import { factsOf } from './facts-data.ts';
import type { Facet, Facts, Sort } from './roadmap-choice.ts';

/** The elements of a roadmap page that scripts filter, sort or update. */
export interface RoadmapElements {
  root: HTMLElement;
  /**
   * `project` on the page of one project, `label` on that of one label; undefined on other pages.
   * Links of this facet open the page of another project or label instead of filtering.
   */
  own: Facet | undefined;
  /** The order in which the page was built. */
  firstSort: Sort | undefined;
  menus: HTMLDetailsElement[];
  facetLinks: { link: HTMLAnchorElement; facet: Facet; slug: string | undefined; page: string }[];
  viewLinks: { link: HTMLAnchorElement; page: string }[];
  emptyTexts: { element: HTMLElement; text: string }[];
  /** Looked up on first use, because a page may have hundreds of cards. */
  lists: () => CardList[];
}

/** Cards that are sorted together, such as those of a column. */
interface CardList {
  /** The elements that contain the cards: the visible list, and the lists in closed `details`. */
  pages: { list: HTMLElement; size: number }[];
  cards: Card[];
}

export interface Card extends Facts {
  element: HTMLElement;
}

export function roadmapElements(root: HTMLElement): RoadmapElements {
  const menus = allIn<HTMLDetailsElement>(root, '[data-facet]');
  let cached: ReturnType<RoadmapElements['lists']> | undefined;
  return {
    root,
    own: root.dataset.part as Facet | undefined,
    firstSort: allIn(root, '[data-sorts]')[0]?.dataset.sorts as Sort | undefined,
    menus,
    facetLinks: menus.flatMap((menu) =>
      allIn<HTMLAnchorElement>(menu, 'a').map((link) => ({
        link,
        facet: menu.dataset.facet as Facet,
        slug: link.dataset.slug,
        page: link.href,
      })),
    ),
    viewLinks: allIn<HTMLAnchorElement>(root, '[data-view]').map((link) => ({
      link,
      page: link.href,
    })),
    emptyTexts: allIn(root, '[data-empty]').map((element) => ({
      element,
      text: element.textContent,
    })),
    lists: () => {
      cached ??= allIn(root, ':is(.cards, .bars):not(.more *)').map(cardList);
      return cached;
    },
  };
}

export function allIn<E extends HTMLElement = HTMLElement>(
  root: ParentNode,
  selector: string,
): E[] {
  return [...root.querySelectorAll<E>(selector)];
}

function cardList(first: HTMLElement): CardList {
  const fold = (first.closest('table') ?? first).nextElementSibling;
  const lists = [first, ...(fold?.matches('.more') ? allIn(fold, '.cards, .bars') : [])];
  return {
    pages: lists.map((list) => ({ list, size: list.childElementCount })),
    cards: lists.flatMap((list) => [...list.children].map((one) => cardOf(one as HTMLElement))),
  };
}

function cardOf(element: HTMLElement): Card {
  return { element, ...factsOf(element) };
}
