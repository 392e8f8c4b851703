import type { NewsDocument } from './news-models.ts';

// What a page elsewhere shows of a changelog, and what of that its reader has not seen. Runs in
// browsers, in a script of a few kilobytes: it imports nothing that runs.

/** `/news.json`, and that of a project. */
export type News = Omit<NewsDocument, '$schema' | 'title'>;

export type NewsItem = News['releases'][number];

/** What a reader has seen, as times; unknown where nothing is. */
export interface Seen {
  /** Of the newest release when the list was open last. */
  opened: string | undefined;
  /** Since when the page that shows the list counts, such as when its reader signed up. */
  since: string | undefined;
}

/** The items with a label and with a change of a type; an empty name asks for nothing. */
export function chosen(items: readonly NewsItem[], label: string, type: string): NewsItem[] {
  return items.filter(
    ({ labels, types }) =>
      (label === '' || labels.includes(label)) && (type === '' || types.includes(type)),
  );
}

/** Those that came after what was seen last. Who comes for the first time has nothing unread. */
export function unread(items: readonly NewsItem[], seen: Seen): NewsItem[] {
  if (isFirstVisit(seen)) return [];
  const from = Math.max(...timesOf(seen));
  return items.filter(({ released_at }) => Date.parse(released_at) > from);
}

/** Whether nothing is known of what was seen. */
export function isFirstVisit(seen: Seen): boolean {
  return timesOf(seen).length === 0;
}

function timesOf({ opened, since }: Seen): number[] {
  return [opened, since].map((time) => Date.parse(time ?? '')).filter(Number.isFinite);
}

/** When the newest of some items was released; undefined where there is none. */
export function newestTime(items: readonly NewsItem[]): string | undefined {
  return items
    .map(({ released_at }) => released_at)
    .toSorted()
    .at(-1);
}

/** How many are shown: what an attribute asks for, from 1 to 10; ten where it asks for no number. */
export function shownAtMost(max: string | null): number {
  const asked = Number.parseInt(max ?? '', 10);
  return Number.isNaN(asked) ? mostShown : Math.min(Math.max(asked, 1), mostShown);
}

const mostShown = 10;
