import { part } from '../../site/shell/part.ts';

/** What the reader can do about the news: try again, or search without filters. */
type Remedy = 'again' | 'everywhere';

export interface SearchNews {
  /** Announces how the search went, and offers remedies. */
  say(sentences: readonly (string | false)[], offered?: Partial<Record<Remedy, boolean>>): void;
}

export function searchNews(root: HTMLElement, does: Record<Remedy, () => void>): SearchNews {
  const status = part(root, '[role=status]');
  const buttons = {
    again: part(root, '[data-again]'),
    everywhere: part(root, '[data-everywhere]'),
  };
  buttons.again.addEventListener('click', does.again);
  buttons.everywhere.addEventListener('click', does.everywhere);
  return {
    say: (sentences, { again = false, everywhere = false } = {}) => {
      status.textContent = sentences.filter(Boolean).join(' ');
      buttons.again.hidden = !again;
      buttons.everywhere.hidden = !everywhere;
    },
  };
}
