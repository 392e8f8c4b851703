import { findIn, isWorthFinding, type SearchQuery } from '../../site/search/find.ts';
import { counted } from '../../site/strings/counted.ts';
import type { SearchStrings } from '../../site/strings/search-strings.ts';
import { pageLanguage } from '../shell/page-language.ts';
import { part } from '../shell/part.ts';
import { type ResultList, resultList } from './result-list.ts';
import type { SearchNews } from './search-news.ts';
import { type IndexAddress, type SearchableYear, yearIndexes } from './year-indexes.ts';

// Takes what the reader asks for; gives results as the indexes arrive, the newest year first.
// Loaded with the library when there is something to look for, and never before.

/** What the form holds; the year is one of the indexes'. */
interface AskedSearch extends SearchQuery {
  year: string | undefined;
}

export interface SearchSession {
  /** Shows what is found. A later call takes the place of one that still runs. */
  show(asked: AskedSearch): Promise<void>;
}

/** In milliseconds: shorter waits need no words. */
const patience = 250;

/** @param indexes newest first */
export function searchSession(
  root: HTMLElement,
  indexes: readonly IndexAddress[],
  words: SearchStrings,
  news: SearchNews,
): SearchSession {
  const list = resultList(root, {
    template: (name) => copy(part<HTMLTemplateElement>(root, `[data-${name}]`)),
    restWords: counted(pageLanguage(), words.moreHere),
  });
  const ways = part(root, '[data-ways]');
  const arriving = yearIndexes();
  let latest: AskedSearch | undefined;

  /** Undefined when the reader has gone on meanwhile. */
  const look = async (asked: AskedSearch, near: boolean): Promise<Outcome | undefined> => {
    const outcome = { count: 0, missing: 0 };
    const chosen = indexes.filter(({ year }) => !asked.year || year === asked.year);
    for await (const [n, arrived] of arriving(chosen)) {
      if (asked !== latest) return undefined;
      // What stood there stays until something takes its place.
      if (n === 0) list.clear();
      outcome.count += arrived ? addFound(list, arrived, asked, near) : 0;
      outcome.missing += arrived ? 0 : 1;
    }
    return outcome;
  };
  return {
    show: async (asked) => {
      latest = asked;
      const isWorthIt = isWorthFinding(asked.text);
      ways.hidden = isWorthIt;
      if (!isWorthIt) {
        list.clear();
        news.say([]);
        return;
      }
      const waiting = setTimeout(() => asked === latest && news.say([words.searching]), patience);
      const exact = await look(asked, false);
      const near = exact?.count === 0 ? await look(asked, true) : undefined;
      clearTimeout(waiting);
      if (exact && asked === latest) tell(news, words, { asked, exact, near });
    },
  };
}

interface Outcome {
  /** Releases that were found. */
  count: number;
  /** Years whose index did not arrive. */
  missing: number;
}

function addFound(
  list: ResultList,
  year: SearchableYear,
  asked: AskedSearch,
  near: boolean,
): number {
  const found = findIn(year.index, year.releases, asked, near);
  if (found.length > 0) list.add({ ...year, found });
  return found.length;
}

/** What to say in the end, and what the reader can do about it. */
function tell(
  news: SearchNews,
  words: SearchStrings,
  { asked, exact, near }: { asked: AskedSearch; exact: Outcome; near: Outcome | undefined },
): void {
  const isFiltered = Boolean(asked.project || asked.type || asked.label || asked.year);
  const isNothing = exact.count === 0 && !near?.count;
  const nothing = isFiltered ? words.nothingFiltered : words.nothing;
  const found = exact.count > 0 ? counted(pageLanguage(), words.found)(exact.count) : words.near;
  news.say([isNothing ? nothing : found, exact.missing > 0 && words.failed], {
    again: exact.missing > 0,
    everywhere: isNothing && isFiltered,
  });
}

function copy({ content }: HTMLTemplateElement): HTMLElement {
  return document.importNode(content, true).firstElementChild as HTMLElement;
}
