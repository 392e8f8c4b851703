import type { NewsDocument } from './news-models.ts';

// Selects and counts news. Only imports types, because it is part of a browser script of a few
// kilobytes.

/** Content of `/news.json` or of a project's `news.json`. */
export type News = Omit<NewsDocument, '$schema' | 'title'>;

export type NewsItem = News['releases'][number];

/** Times up to which a reader has seen releases. The later of the two times counts. */
export interface Seen {
  /** Release time of the release that was newest when the reader last opened the list. */
  opened: string | undefined;
  /**
   * Value of the attribute `since`, which a page sets, for example to the time when the reader
   * signed up.
   */
  since: string | undefined;
}

/** Items with this label and with a change of this type. An empty string matches all items. */
export function selectItems(items: readonly NewsItem[], label: string, type: string): NewsItem[] {
  return items.filter(
    ({ labels, types }) =>
      (label === '' || labels.includes(label)) && (type === '' || types.includes(type)),
  );
}

/** Items that are newer than the last item that the reader has seen. On a first visit, no items. */
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

export function newestTime(items: readonly NewsItem[]): string | undefined {
  return items
    .map(({ released_at }) => released_at)
    .toSorted()
    .at(-1);
}

/** Parses the attribute `max`: from 1 to 10, with 10 as the default. */
export function maxShown(max: string | null): number {
  const number = Number.parseInt(max ?? '', 10);
  return Number.isNaN(number) ? defaultShown : Math.min(Math.max(number, 1), defaultShown);
}

const defaultShown = 10;
