import { counted, type Forms } from '../../site/base/strings/counted.ts';
import type { SearchStrings } from '../../site/base/strings/shape.ts';
import type { TagView } from '../../site/base/tag-view.ts';
import { pageLanguage } from '../../site/shell/page-language.ts';
import { part } from '../../site/shell/part.ts';
import { canLeaveOut, type SearchQuery, termsOf } from './query.ts';
import { findPartly } from './read/find-partly.ts';
import { type SearchResult, searchIndex } from './read/search-index.ts';
import { firstCount, resultList } from './result-list.ts';
import type { Segment } from './search-paths.ts';
import type { SearchStatus } from './search-status.ts';
import type { SiteFiles } from './site-files.ts';

// Runs queries and shows their results. Loaded when the reader makes the first query.

export type SearchSession = ReturnType<typeof searchSession>;

/** Data that the page passes to its script. */
export interface SearchData {
  /** The segments of the index that exist. */
  segments: Segment[];
  types: Record<string, TagView>;
  words: SearchStrings & { milestones: Forms };
}

/** The message "searching" only appears if a search takes longer than this. */
const searchingNoteDelayMs = 250;
/**
 * Fuzzy matching loads more files, so it waits until the reader has stopped typing for this long.
 */
const stillnessMs = 500;

export function searchSession(
  root: HTMLElement,
  files: SiteFiles,
  { segments, types, words }: SearchData,
  status: SearchStatus,
) {
  const list = resultList(root, {
    template: (name) => copy(part<HTMLTemplateElement>(root, `[data-${name}]`)),
    types,
    restWords: counted(pageLanguage(), words.moreHere),
    candidatesWords: counted(pageLanguage(), words.candidates),
  });
  const ways = part(root, '[data-ways]');
  const index = searchIndex(files.read, segments);
  let latest: SearchQuery | undefined;

  /** Returns undefined if the query changes during the search. */
  const find = async (query: SearchQuery): Promise<Outcome | undefined> => {
    const exact = await index.find(query, false);
    if (exact.hits.length > 0 || exact.missing > 0 || query.text === '')
      return { result: exact, isNear: false };
    const common = commonWords(query, words);
    const rest = common.size > 0 ? await index.find(query, false, common) : exact;
    if (rest.hits.length > 0) return { result: rest, isNear: false };
    if (query === latest) await new Promise((resolve) => setTimeout(resolve, stillnessMs));
    if (query !== latest) return undefined;
    const near = await index.find(query, true, common);
    if (near.hits.length > 0) return { result: near, isNear: true };
    return { result: await findPartly(index, query, common), isNear: false };
  };
  const showResult = async (query: SearchQuery, count: number): Promise<void> => {
    const outcome = await find(query);
    if (!outcome || query !== latest) return;
    const { result } = outcome;
    if (result.hits.length === 0) list.clear();
    const missing = await list.show(result, query.type, count);
    if (missing === undefined || query !== latest) return;
    const isMissing = missing > 0 || result.missing > 0;
    // Files that were loaded before a new build may not match the files of the new build.
    if (isMissing) files.forget();
    announceOutcome(status, words, query, { ...outcome, isMissing });
  };
  return {
    /** Loads files ahead, for a query that may be run soon. */
    prepare: (query: SearchQuery) => {
      // The reader is typing a new query, so loading for the previous query stops.
      latest = undefined;
      list.stop();
      if (/\S{3,}$/.test(query.text)) void index.prepare(query);
    },
    /** Shows the results of a query. A later call cancels a call that is still running. */
    show: async (query: SearchQuery, count = firstCount) => {
      latest = query;
      ways.hidden = query.text !== '' || isFiltered(query);
      if (termsOf(query.text).length === 0 && (query.text !== '' || !isFiltered(query))) {
        list.clear();
        status.announce([query.text !== '' && words.nothing]);
        return;
      }
      const waiting = setTimeout(
        () => query === latest && status.announce([words.searching]),
        searchingNoteDelayMs,
      );
      await showResult(query, count).finally(() => clearTimeout(waiting));
    },
  };
}

interface Outcome {
  result: SearchResult;
  /** Whether the results match similar words, because no page contains all words of the query. */
  isNear: boolean;
}

function announceOutcome(
  status: SearchStatus,
  words: SearchData['words'],
  query: SearchQuery,
  { result: { hits, leftOut }, isNear, isMissing }: Outcome & { isMissing: boolean },
): void {
  const milestones = hits.filter((one) => one.isMilestone).length;
  const counts = [
    [words.found, hits.length - milestones] as const,
    [words.milestones, milestones] as const,
  ].flatMap(([forms, count]) => (count > 0 ? [counted(pageLanguage(), forms)(count)] : []));
  const nothing = isFiltered(query) ? words.nothingFiltered : words.nothing;
  const outcome = isNear ? words.near : counts.join(' · ');
  const common = commonWords(query, words);
  const missed = leftOut.filter((word) => !common.has(word));
  const note = missed.length > 0 && `${words.leftOut} ${missed.join(', ')}`;
  const sentences = hits.length === 0 ? [nothing] : [outcome, note && `· ${note}`];
  status.announce([...sentences, isMissing && words.failed], {
    again: isMissing,
    everywhere: hits.length === 0 && isFiltered(query),
  });
}

/** Words such as "is there" that need not match; empty if the query has no others. */
function commonWords({ text }: SearchQuery, { common }: SearchData['words']): Set<string> {
  const known = new Set(common.split(' ').flatMap((one) => termsOf(one).map(({ word }) => word)));
  const terms = termsOf(text);
  const own = terms.filter((term) => known.has(term.word) && canLeaveOut(term));
  return new Set(own.length < terms.length ? own.map(({ word }) => word) : []);
}

function isFiltered({ project, type, label, year }: SearchQuery): boolean {
  return Boolean(project || type || label || year);
}

function copy({ content }: HTMLTemplateElement): HTMLElement {
  return document.importNode(content, true).firstElementChild as HTMLElement;
}
