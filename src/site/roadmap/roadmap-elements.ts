import { factsOf } from './facts-data.ts';
import type { Facet, Sort } from './roadmap-choice.ts';

export type RoadmapElements = ReturnType<typeof roadmapElements>;
export type Card = ReturnType<typeof cardOf>;

/** The elements of a roadmap page that scripts filter, sort or update. */
export function roadmapElements(root: HTMLElement) {
  const menus = allIn<HTMLDetailsElement>(root, '[data-facet]');
  let cached: ReturnType<typeof cardList>[] | undefined;
  return {
    root,
    /**
     * `project` on the page of one project, `label` on that of one label; undefined on other pages.
     * Links of this facet open the page of another project or label instead of filtering.
     */
    own: root.dataset.part as Facet | undefined,
    /** The order in which the page was built. */
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
    /** Looked up on first use, because a page may have hundreds of cards. */
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

/** Cards that are sorted together, such as those of a column. */
function cardList(first: HTMLElement) {
  const fold = (first.closest('table') ?? first).nextElementSibling;
  const lists = [first, ...(fold?.matches('.more') ? allIn(fold, '.cards, .bars') : [])];
  return {
    /** The elements that contain the cards: the visible list, and the lists in closed `details`. */
    pages: lists.map((list) => ({ list, size: list.childElementCount })),
    cards: lists.flatMap((list) => [...list.children].map((one) => cardOf(one as HTMLElement))),
  };
}

function cardOf(element: HTMLElement) {
  return { element, ...factsOf(element) };
}
