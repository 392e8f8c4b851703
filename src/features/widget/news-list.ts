import type { News, NewsItem } from './news.ts';

interface ListOptions extends News {
  title: string;
  /** Locale of dates (BCP 47). If it is invalid, dates use the language of the news. */
  locale: string;
}

/** The list that the button opens, newest first. Texts of the news are never inserted as HTML. */
export function newsList(
  options: ListOptions,
  items: readonly NewsItem[],
  isNew: ReadonlySet<NewsItem>,
): HTMLElement {
  const { title, language, direction, words } = options;
  const list = document.createElement('div');
  Object.assign(list, {
    popover: 'auto',
    role: 'dialog',
    ariaLabel: title,
    lang: language,
    dir: direction,
  });
  list.part.add('list');
  const rows = items.map((item) => row(item, isNew.has(item) ? words.isNew : '', options));
  const all = linkTo(options.url, words.all);
  all.part.add('all');
  list.append(rows.length > 0 ? element('ul', ...rows) : element('p', words.nothing), all);
  return list;
}

function row(item: NewsItem, isNew: string, options: ListOptions): HTMLElement {
  const [time, about] = [document.createElement('time'), element('p')];
  time.dateTime = item.released_on ?? item.released_at;
  time.textContent = dateText(item, options);
  about.append(time);
  for (const text of [item.project, item.version])
    if (text && !item.title.includes(text)) about.append(' ', element('bdi', text));
  const title = element('p', linkTo(item.url, item.title));
  if (isNew) title.append(' ', element('strong', isNew));
  return element('li', title, about);
}

function element(name: string, ...content: (Node | string)[]): HTMLElement {
  const created = document.createElement(name);
  created.append(...content);
  return created;
}

/** Only HTTP and HTTPS addresses become links. */
function linkTo(address: string, text: string): HTMLAnchorElement {
  const link = document.createElement('a');
  if (/^https?:\/\//i.test(address)) link.href = address;
  link.dir = 'auto';
  link.textContent = text;
  return link;
}

/**
 * The day that the source wrote; otherwise the day of the release in the reader's time zone.
 * @throws RangeError if the date is not valid
 */
export function dateText(
  { released_at, released_on }: Pick<NewsItem, 'released_at' | 'released_on'>,
  options: Pick<ListOptions, 'locale' | 'language'>,
): string {
  const timeZone = released_on === undefined ? undefined : 'UTC';
  return dateFormat(options, timeZone).format(new Date(released_on ?? released_at));
}

function dateFormat(
  { locale, language }: Pick<ListOptions, 'locale' | 'language'>,
  timeZone: string | undefined,
): Intl.DateTimeFormat {
  const style = { dateStyle: 'medium', timeZone } as const;
  try {
    return new Intl.DateTimeFormat(locale, style);
  } catch {
    return new Intl.DateTimeFormat(language, style);
  }
}
