import { part } from '../../site/shell/part.ts';

const remedies = ['again', 'everywhere'] as const;
/** What the reader can do about the news: try again, or search without filters. */
type Remedy = (typeof remedies)[number];

export interface SearchNews {
  /** Announces how the search went, and offers remedies. */
  say(sentences: readonly (string | false)[], offered?: Partial<Record<Remedy, boolean>>): void;
}

export function searchNews(root: HTMLElement, does: Record<Remedy, () => void>): SearchNews {
  const status = part(root, '[role=status]');
  const buttons = remedies.map((remedy) => {
    const button = part(root, `[data-${remedy}]`);
    button.addEventListener('click', does[remedy]);
    return { remedy, button };
  });
  return {
    say: (sentences, offered = {}) => {
      status.textContent = sentences.filter(Boolean).join(' ');
      for (const { remedy, button } of buttons) button.hidden = !offered[remedy];
    },
  };
}
