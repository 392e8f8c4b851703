import { counted, type Forms } from '../../site/base/strings/counted.ts';
import type { SearchStrings } from '../../site/base/strings/shape.ts';
import type { TagView } from '../../site/base/tag-view.ts';
import { pageLanguage } from '../../site/shell/page-language.ts';
import { part } from '../../site/shell/part.ts';
import { type SearchQuery, termsOf } from './query.ts';
import { type Found, searchIndex } from './read/search-index.ts';
import { firstCount, resultList } from './result-list.ts';
import type { SearchNews } from './search-news.ts';
import type { Segment } from './search-paths.ts';
import type { SiteFiles } from './site-files.ts';

// Takes what the reader asks for and shows what is found. Loaded when there is something to look
// for, and never before.

export interface SearchSession {
  /** Begins to load what a search will ask for that is about to be shown. */
  prepare(asked: SearchQuery): void;
  /** Shows what is found. A later call takes the place of one that still runs. */
  show(asked: SearchQuery, count?: number): Promise<void>;
}

/** What the page hands to its script. */
export interface SearchData {
  /** The parts of the index that there are. */
  segments: Segment[];
  types: Record<string, TagView>;
  words: SearchStrings & { milestones: Forms };
}

/** In milliseconds: shorter waits need no words. */
const searchingNoteDelayMs = 250;
/** In milliseconds: who has not typed on by then may want what comes near, which takes more. */
const stillnessMs = 500;

export function searchSession(
  root: HTMLElement,
  files: SiteFiles,
  { segments, types, words }: SearchData,
  news: SearchNews,
): SearchSession {
  const list = resultList(root, {
    template: (name) => copy(part<HTMLTemplateElement>(root, `[data-${name}]`)),
    types,
    restWords: counted(pageLanguage(), words.moreHere),
  });
  const ways = part(root, '[data-ways]');
  const index = searchIndex(files.read, segments);
  let latest: SearchQuery | undefined;

  /** Undefined when the reader has gone on meanwhile. */
  const find = async (asked: SearchQuery): Promise<Outcome | undefined> => {
    const exact = await index.find(asked, false);
    if (exact.hits.length > 0 || exact.missing > 0) return { found: exact, isNear: false };
    if (asked === latest) await new Promise((resolve) => setTimeout(resolve, stillnessMs));
    return asked === latest ? { found: await index.find(asked, true), isNear: true } : undefined;
  };
  const showFound = async (asked: SearchQuery, count: number): Promise<void> => {
    const outcome = await find(asked);
    if (!outcome || asked !== latest) return;
    const { found } = outcome;
    if (found.hits.length === 0) list.clear();
    const missing = await list.show(found, asked.type, count);
    if (missing === undefined || asked !== latest) return;
    const isMissing = missing > 0 || found.missing > 0;
    // What did not arrive may be of another time than what did.
    if (isMissing) files.forget();
    tell(news, words, asked, { ...outcome, isMissing });
  };
  return {
    prepare: (asked) => {
      // What is still on its way for the words of before is asked for no further.
      latest = undefined;
      list.stop();
      if (/\S{3,}$/.test(asked.text)) void index.prepare(asked);
    },
    show: async (asked, count = firstCount) => {
      latest = asked;
      ways.hidden = asked.text !== '';
      if (termsOf(asked.text).length === 0) {
        list.clear();
        news.say([asked.text !== '' && words.nothing]);
        return;
      }
      const waiting = setTimeout(
        () => asked === latest && news.say([words.searching]),
        searchingNoteDelayMs,
      );
      await showFound(asked, count).finally(() => clearTimeout(waiting));
    },
  };
}

interface Outcome {
  found: Found;
  /** Whether it only comes near. */
  isNear: boolean;
}

/** What to say in the end, and what the reader can do about it. */
function tell(
  news: SearchNews,
  words: SearchData['words'],
  asked: SearchQuery,
  { found: { hits }, isNear, isMissing }: Outcome & { isMissing: boolean },
): void {
  const isFiltered = Boolean(asked.project || asked.type || asked.label || asked.year);
  const milestones = hits.filter((one) => one.isMilestone).length;
  const counts = [
    [words.found, hits.length - milestones] as const,
    [words.milestones, milestones] as const,
  ].flatMap(([forms, count]) => (count > 0 ? [counted(pageLanguage(), forms)(count)] : []));
  const nothing = isFiltered ? words.nothingFiltered : words.nothing;
  const found = isNear ? words.near : counts.join(' · ');
  news.say([hits.length === 0 ? nothing : found, isMissing && words.failed], {
    again: isMissing,
    everywhere: hits.length === 0 && isFiltered,
  });
}

function copy({ content }: HTMLTemplateElement): HTMLElement {
  return document.importNode(content, true).firstElementChild as HTMLElement;
}
