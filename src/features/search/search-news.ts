import { part } from '../../site/shell/part.ts';

/** Buttons beside a message: try again, or search without filters. */
type Remedy = 'again' | 'everywhere';

export interface SearchNews {
  /** Announces the outcome and shows the buttons that are true. */
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
