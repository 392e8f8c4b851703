import { counted } from '../../site/base/strings/counted.ts';
import { chosen, isFirstVisit, type News, newestTime, shownAtMost, unread } from './news.ts';
import { newsList } from './news-list.ts';
import { newsSheet } from './news-sheet.ts';
import { place } from './place.ts';
import { readNews } from './read-news.ts';
import { openedWhen, rememberOpened } from './remember.ts';

const attributes = ['project', 'label', 'type', 'since', 'max', 'locale'] as const;
type Attribute = (typeof attributes)[number];

/**
 * The element `<waymark-news>`: what stands in it, a link to the changelog, is all there is until
 * its news have arrived; then it is a button that counts what is unread and opens the list.
 * @param script its own address: below the changelog, for an element whose link does not say where
 *   that is
 */
export function newsButton(script: string): CustomElementConstructor {
  return class extends HTMLElement {
    static readonly observedAttributes = attributes;
    #coming: AbortController | undefined;

    connectedCallback(): void {
      this.#show();
    }

    disconnectedCallback(): void {
      this.#coming?.abort();
      this.#coming = undefined;
    }

    attributeChangedCallback(): void {
      // A page that is being made sets several at once, before the element stands in it.
      if (this.#coming) this.#show();
    }

    async #show(): Promise<void> {
      this.#coming?.abort();
      const coming = new AbortController();
      this.#coming = coming;
      const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
      if (root.childElementCount === 0) root.append(document.createElement('slot'));
      root.adoptedStyleSheets = [newsSheet()];
      const asked = (name: Attribute) => this.getAttribute(name)?.trim() ?? '';
      const link = this.querySelector<HTMLAnchorElement>('a[href]');
      const home = link && /^https?:$/.test(link.protocol) ? link.href : new URL('..', script);
      const address = new URL(
        asked('project')
          ? `projects/${encodeURIComponent(asked('project'))}/news.json`
          : 'news.json',
        home,
      );
      const news = await readNews(address);
      if (!news || coming.signal.aborted) return;
      const shown = { asked, address, name: link?.textContent?.trim() };
      try {
        const isHere = this.contains(document.activeElement);
        const [button, list] = parts(news, shown);
        root.replaceChildren(button, list);
        if (isHere) button.focus();
      } catch {
        // News of another kind than these leave the link: the host page has done nothing wrong.
      }
    }
  };
}

interface Shown {
  asked(name: Attribute): string;
  address: URL;
  /** What the page calls it. */
  name: string | undefined;
}

function parts(
  news: News,
  { asked, address, name }: Shown,
): [button: HTMLElement, list: HTMLElement] {
  const items = chosen(news.releases, asked('label'), asked('type'));
  const key = [address.href, asked('label'), asked('type')].join(' ').trim();
  const seen = { opened: openedWhen(key), since: asked('since') };
  const isNew = new Set(unread(items, seen));
  const shown = items.slice(0, shownAtMost(asked('max')));
  // Who comes for the first time has seen what there is: what follows is counted.
  if (isFirstVisit(seen)) rememberOpened(key, newestTime(items));
  const title = name || news.words.title;
  const list = newsList({ ...news, title, locale: asked('locale') || news.language }, shown, isNew);
  // What is older than the news is not counted.
  const isMore = news.older && unread(news.releases, seen).length === news.releases.length;
  const button = buttonOf(title, isNew.size, isMore, news);
  letOpen(list, button, () => {
    rememberOpened(key, newestTime(items));
    button.replaceChildren(title);
  });
  return [button, list];
}

function letOpen(list: HTMLElement, button: HTMLButtonElement, onOpen: () => void): void {
  button.popoverTargetElement = list;
  list.addEventListener('toggle', (event) => {
    if ((event as ToggleEvent).newState !== 'open') return;
    place(list, button);
    onOpen();
  });
  // Browsers return the focus to what opened a list, but not where both stand in a shadow tree.
  list.addEventListener('beforetoggle', (event) => {
    if ((event as ToggleEvent).newState === 'closed' && list.matches(':focus-within'))
      button.focus();
  });
}

/** With the count as readers see it, and in words for those who hear it. */
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
