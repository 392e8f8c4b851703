import { factsOf } from './facts-data.ts';
import type { Facet, Facts, Sort } from './roadmap-choice.ts';

/** What a page of the roadmap is made of, as far as choosing changes it. */
export interface RoadmapElements {
  root: HTMLElement;
  /** On a part's own page its facet is not for choosing: its links lead to other parts. */
  own: Facet | undefined;
  /** The order that the page came in. */
  firstSort: Sort | undefined;
  menus: HTMLDetailsElement[];
  facetLinks: { link: HTMLAnchorElement; facet: Facet; slug: string | undefined; page: string }[];
  viewLinks: { link: HTMLAnchorElement; page: string }[];
  emptyTexts: { element: HTMLElement; text: string }[];
  /** Looked up when first asked for, as there may be hundreds of cards. */
  lists: () => { list: HTMLElement; cards: Card[] }[];
}

export interface Card extends Facts {
  element: HTMLElement;
}

export function roadmapElements(root: HTMLElement): RoadmapElements {
  const menus = allIn<HTMLDetailsElement>(root, '[data-facet]');
  let found: ReturnType<RoadmapElements['lists']> | undefined;
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
      found ??= allIn(root, '.cards, .bars').map((list) => ({
        list,
        cards: [...list.children].map((element) => cardOf(element as HTMLElement)),
      }));
      return found;
    },
  };
}

export function allIn<E extends HTMLElement = HTMLElement>(
  root: ParentNode,
  selector: string,
): E[] {
  return [...root.querySelectorAll<E>(selector)];
}

function cardOf(element: HTMLElement): Card {
  return { element, ...factsOf(element) };
}
