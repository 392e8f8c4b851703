import {
  chosen,
  type News,
  type NewsItem,
  newestTime,
  shownAtMost,
  unread,
} from '../../site/news/news.ts';
import { counted } from '../../site/strings/counted.ts';
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
      const news = await readNews(address, coming.signal);
      if (!news || coming.signal.aborted) return;
      const shown = { asked, address, name: link?.textContent?.trim() };
      try {
        root.replaceChildren(...parts(news, shown));
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

function parts(news: News, { asked, address, name }: Shown): HTMLElement[] {
  const items = chosen(news.releases, asked('label'), asked('type'));
  const key = [address.href, asked('label'), asked('type')].join(' ').trim();
  const isNew = new Set(unread(items, { opened: openedWhen(key), since: asked('since') }));
  const shown = items.slice(0, shownAtMost(asked('max')));
  // Who comes for the first time has seen what there is: what follows is counted.
  if (openedWhen(key) === undefined && !asked('since')) rememberOpened(key, newestTime(items));
  const title = name || news.words.title;
  const list = newsList({ ...news, title, locale: asked('locale') || news.language }, shown, isNew);
  const button = buttonOf(title, isNew, news);
  button.popoverTargetElement = list;
  list.addEventListener('toggle', (event) => {
    if ((event as ToggleEvent).newState !== 'open') return;
    place(list, button);
    rememberOpened(key, newestTime(items));
    button.replaceChildren(title);
  });
  return [button, list];
}

/** With the count as readers see it, and in words for those who hear it. */
function buttonOf(title: string, isNew: ReadonlySet<NewsItem>, news: News): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.part.add('button');
  button.append(title);
  if (isNew.size === 0) return button;
  const [count, spoken] = [document.createElement('span'), document.createElement('span')];
  count.part.add('count');
  count.ariaHidden = 'true';
  // What is older than the news is not counted.
  const more = isNew.size === news.releases.length && news.older ? '+' : '';
  count.textContent = new Intl.NumberFormat(news.language).format(isNew.size) + more;
  spoken.className = 'spoken';
  spoken.textContent = counted(news.language, news.words.unread)(isNew.size);
  button.append(' ', count, spoken);
  return button;
}
