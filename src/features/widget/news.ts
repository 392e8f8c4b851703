import type { NewsDocument } from './news-models.ts';

// Selects and counts news. Runs in browsers, in a script of a few kilobytes, so it imports only types.

/** `/news.json`, and that of a project. */
export type News = Omit<NewsDocument, '$schema' | 'title'>;

export type NewsItem = News['releases'][number];

/** Times until which a reader has seen releases. */
export interface Seen {
  /** Time of the newest release when the list was last open. */
  opened: string | undefined;
  /** Set by the page, such as when its reader signed up. */
  since: string | undefined;
}

/** Items with a label and with a change of a type; an empty name matches all. */
export function selectItems(items: readonly NewsItem[], label: string, type: string): NewsItem[] {
  return items.filter(
    ({ labels, types }) =>
      (label === '' || labels.includes(label)) && (type === '' || types.includes(type)),
  );
}

/** Items that are newer than the last seen one; none on a first visit. */
export function unread(items: readonly NewsItem[], seen: Seen): NewsItem[] {
  if (isFirstVisit(seen)) return [];
  const from = Math.max(...timesOf(seen));
  return items.filter(({ released_at }) => Date.parse(released_at) > from);
}

export function isFirstVisit(seen: Seen): boolean {
  return timesOf(seen).length === 0;
}

function timesOf({ opened, since }: Seen): number[] {
  return [opened, since].map((time) => Date.parse(time ?? '')).filter(Number.isFinite);
}

/** Release time of the newest item. */
export function newestTime(items: readonly NewsItem[]): string | undefined {
  return items
    .map(({ released_at }) => released_at)
    .toSorted()
    .at(-1);
}

/** Parses the attribute `max`: 1 to 10, by default 10. */
export function maxShown(max: string | null): number {
  const number = Number.parseInt(max ?? '', 10);
  return Number.isNaN(number) ? defaultShown : Math.min(Math.max(number, 1), defaultShown);
}

const defaultShown = 10;
