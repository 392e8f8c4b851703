import { counted } from '../../site/base/strings/counted.ts';
import { isFirstVisit, maxShown, type News, newestTime, selectItems, unread } from './news.ts';
import { newsList } from './news-list.ts';
import { newsSheet } from './news-sheet.ts';

const attributes = ['project', 'label', 'type', 'since', 'max', 'locale'] as const;
type Attribute = (typeof attributes)[number];

/**
 * Creates the element `<waymark-news>`. At first, it shows the link to the changelog that the page
 * put inside it. Once the news are loaded, a button replaces the link; the button shows the number
 * of unread releases and opens the list of releases.
 * @param script URL of the script, from which the changelog's address is derived if the element
 * contains no valid link
 */
export function newsButton(script: string): CustomElementConstructor {
  return class extends HTMLElement {
    static readonly observedAttributes = attributes;
    #loading: AbortController | undefined;

    connectedCallback(): void {
      this.#show();
    }

    disconnectedCallback(): void {
      this.#loading?.abort();
      this.#loading = undefined;
    }

    attributeChangedCallback(): void {
      // Attributes may be set before the element is in the document. In this case,
      // `connectedCallback` shows the news later.
      if (this.#loading) this.#show();
    }

    async #show(): Promise<void> {
      this.#loading?.abort();
      const loading = new AbortController();
      this.#loading = loading;
      const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
      if (root.childElementCount === 0) root.append(document.createElement('slot'));
      root.adoptedStyleSheets = [newsSheet()];
      const attribute = (name: Attribute) => this.getAttribute(name)?.trim() ?? '';
      const link = this.querySelector<HTMLAnchorElement>('a[href]');
      const home = link && /^https?:$/.test(link.protocol) ? link.href : new URL('..', script);
      const address = new URL(
        attribute('project')
          ? `projects/${encodeURIComponent(attribute('project'))}/news.json`
          : 'news.json',
        home,
      );
      const news = await readNews(address);
      if (!news || loading.signal.aborted) return;
      const options = { attribute, address, name: link?.textContent?.trim() };
      try {
        const hasFocus = this.contains(document.activeElement);
        const [button, list] = parts(news, options);
        root.replaceChildren(button, list);
        if (hasFocus) button.focus();
      } catch {
        // If the format of the news is unknown, the link stays.
      }
    }
  };
}

interface PartOptions {
  attribute(name: Attribute): string;
  address: URL;
  /** Text of the link inside the element. */
  name: string | undefined;
}

function parts(
  news: News,
  { attribute, address, name }: PartOptions,
): [button: HTMLElement, list: HTMLElement] {
  const items = selectItems(news.releases, attribute('label'), attribute('type'));
  const key = [address.href, attribute('label'), attribute('type')].join(' ').trim();
  const seen = { opened: readOpened(key), since: attribute('since') };
  const isNew = new Set(unread(items, seen));
  const shown = items.slice(0, maxShown(attribute('max')));
  // On a first visit, no release counts as unread. On later visits, all releases after the stored
  // time count as unread.
  if (isFirstVisit(seen)) rememberOpened(key, newestTime(items));
  const title = name || news.words.title;
  const list = newsList(
    { ...news, title, locale: attribute('locale') || news.language },
    shown,
    isNew,
  );
  // Older releases are not in the news document and cannot be counted. If all releases in the
  // document are unread, the count gets a plus sign.
  const isMore = news.older && unread(news.releases, seen).length === news.releases.length;
  const button = buttonOf(title, isNew.size, isMore, news);
  connect(list, button, () => {
    rememberOpened(key, newestTime(items));
    button.replaceChildren(title);
  });
  return [button, list];
}

function connect(list: HTMLElement, button: HTMLButtonElement, onOpen: () => void): void {
  button.popoverTargetElement = list;
  list.addEventListener('toggle', (event) => {
    if ((event as ToggleEvent).newState !== 'open') return;
    place(list, button);
    onOpen();
  });
  // When a popover in a shadow tree closes, browsers do not return the focus to the button.
  list.addEventListener('beforetoggle', (event) => {
    if ((event as ToggleEvent).newState === 'closed' && list.matches(':focus-within'))
      button.focus();
  });
}

/** A button that shows the number of unread releases. Screen readers get the number in words. */
function buttonOf(title: string, unread: number, isMore: boolean, news: News): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.part.add('button');
  button.append(title);
  if (unread === 0) return button;
  const [count, spoken] = [document.createElement('span'), document.createElement('span')];
  count.part.add('count');
  count.ariaHidden = 'true';
  count.textContent = new Intl.NumberFormat(news.language).format(unread) + (isMore ? '+' : '');
  spoken.className = 'spoken';
  spoken.textContent = counted(news.language, news.words.unread)(unread);
  button.append(' ', count, spoken);
  return button;
}

/** Distance of the list from its button and from the window's edges, in CSS pixels. */
const gap = 8;

/** Places the list below its button, or above it if there is more room, and inside the window. */
function place(list: HTMLElement, button: HTMLElement): void {
  const at = button.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const [above, below] = [at.top - gap - gap, clientHeight - at.bottom - gap - gap];
  const { style } = list;
  style.maxHeight = `${Math.max(above, below)}px`;
  const { width, height } = list.getBoundingClientRect();
  const isBelow = height <= below || below >= above;
  style.top = `${isBelow ? at.bottom + gap : at.top - gap - height}px`;
  style.left = `${Math.max(gap, Math.min(at.left, clientWidth - width - gap))}px`;
}

const prefix = 'waymark-news ';

/** Release time of the release that was newest when the reader last opened the list. */
function readOpened(key: string): string | undefined {
  try {
    return localStorage.getItem(prefix + key) ?? undefined;
  } catch {
    // If the browser refuses access to its storage, every visit counts as a first visit, so nothing
    // is unread.
    return undefined;
  }
}

/**
 * @param time release time of the newest release; defaults to 1970, so that all later releases
 * count as new
 */
function rememberOpened(key: string, time = '1970-01-01T00:00:00.000Z'): void {
  try {
    localStorage.setItem(prefix + key, time);
  } catch {
    // If nothing can be stored, the next visit counts as a first visit again.
  }
}

const timeoutMs = 10_000;

const pending = new Map<string, Promise<News | undefined>>();

/**
 * Loads news. Elements that load the same news at the same time share one request.
 * @returns undefined if the news cannot be loaded or are invalid
 */
function readNews({ href }: URL): Promise<News | undefined> {
  const news = pending.get(href) ?? fetchNews(href).finally(() => pending.delete(href));
  pending.set(href, news);
  return news;
}

async function fetchNews(address: string): Promise<News | undefined> {
  try {
    const response = await fetch(address, {
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const news: News = await response.json();
    return response.ok && Array.isArray(news.releases) && news.words.title ? news : undefined;
  } catch {
    return undefined;
  }
}
