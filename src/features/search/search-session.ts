import { counted } from '../../site/base/strings/counted.ts';
import type { SearchStrings } from '../../site/base/strings/shape.ts';
import { pageLanguage } from '../../site/shell/page-language.ts';
import { part } from '../../site/shell/part.ts';
import { isWorthFinding } from './find.ts';
import type { Segment } from './index-format.ts';
import type { ReadText } from './read/index-files.ts';
import { type AskedSearch, type SearchIndex, searchIndex } from './read/search-index.ts';
import { type ResultList, resultList } from './result-list.ts';
import type { SearchNews } from './search-news.ts';

// Takes what the reader asks for; gives results as they arrive, the newest year first.
// Loaded with the library when there is something to look for, and never before.

export interface SearchSession {
  /** Begins to load what a search will ask for that is about to be shown. */
  prepare(asked: AskedSearch): void;
  /** Shows what is found. A later call takes the place of one that still runs. */
  show(asked: AskedSearch): Promise<void>;
}

/** The index that is searched: how its files are read, and the parts that there are. */
export interface ReadIndex {
  read: ReadText;
  segments: readonly Segment[];
}

/** In milliseconds: shorter waits need no words. */
const patience = 250;
/** In milliseconds: who has not typed on by then may want what comes near, which takes much more. */
const stillness = 500;

export function searchSession(
  root: HTMLElement,
  { read, segments }: ReadIndex,
  words: SearchStrings,
  news: SearchNews,
): SearchSession {
  const list = resultList(root, {
    template: (name) => copy(part<HTMLTemplateElement>(root, `[data-${name}]`)),
    restWords: counted(pageLanguage(), words.moreHere),
  });
  const ways = part(root, '[data-ways]');
  const open = () => searchIndex(read, segments);
  let index = open();
  index.prepare();
  let latest: AskedSearch | undefined;

  /** Undefined when the reader has gone on meanwhile. */
  const look = async (asked: AskedSearch, near: boolean): Promise<Outcome | undefined> => {
    list.renew();
    const outcome = await addFound(list, index, { asked, near }, () => asked === latest);
    if (asked !== latest) return undefined;
    if (outcome.count === 0) list.clear();
    // What did not arrive may be of another time than what did.
    if (outcome.missing > 0) index = open();
    return outcome;
  };
  return {
    prepare: (asked) => {
      // What is still on its way for the words of before is asked for no further.
      latest = undefined;
      list.renew();
      if (isWorthPreparing(asked.text)) index.prepare(asked);
    },
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
      if (exact?.count === 0) await new Promise((resolve) => setTimeout(resolve, stillness));
      const isStill = exact?.count === 0 && asked === latest;
      const near = isStill ? await look(asked, true) : undefined;
      clearTimeout(waiting);
      if (exact && asked === latest) tell(news, words, { asked, exact, near });
    },
  };
}

interface Outcome {
  /** Releases that were found. */
  count: number;
  /** Parts of the index, or of what results show, that did not arrive. */
  missing: number;
}

async function addFound(
  list: ResultList,
  index: SearchIndex,
  { asked, near }: { asked: AskedSearch; near: boolean },
  isLatest: () => boolean,
): Promise<Outcome> {
  const outcome = { count: 0, missing: 0 };
  for await (const found of index.find(asked, near)) {
    if (!isLatest()) return outcome;
    if (!found) outcome.missing += 1;
    for (const { count } of found ?? []) outcome.count += count;
    await list.add(found ?? []).catch(() => {
      outcome.missing += 1;
    });
  }
  return outcome;
}

/** What begins with two letters is much, and most readers write on. */
function isWorthPreparing(text: string): boolean {
  return /[^\s]{3,}$/.test(text) && isWorthFinding(text);
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
  const isMissing = exact.missing > 0 || (near?.missing ?? 0) > 0;
  news.say([isNothing ? nothing : found, isMissing && words.failed], {
    again: isMissing,
    everywhere: isNothing && isFiltered,
  });
}

function copy({ content }: HTMLTemplateElement): HTMLElement {
  return document.importNode(content, true).firstElementChild as HTMLElement;
}
