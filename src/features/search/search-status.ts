import { part } from '../../site/shell/part.ts';

/** Buttons beside a message: `again` tries again, and `everywhere` searches without filters. */
type Remedy = 'again' | 'everywhere';

export interface SearchStatus {
  /** Announces the outcome, and shows the buttons whose value is true. */
  announce(
    sentences: readonly (string | false)[],
    offered?: Partial<Record<Remedy, boolean>>,
  ): void;
}

export function searchStatus(root: HTMLElement, does: Record<Remedy, () => void>): SearchStatus {
  const output = part(root, '[role=status]');
  const buttons = {
    again: part(root, '[data-again]'),
    everywhere: part(root, '[data-everywhere]'),
  };
  buttons.again.addEventListener('click', does.again);
  buttons.everywhere.addEventListener('click', does.everywhere);
  return {
    announce: (sentences, { again = false, everywhere = false } = {}) => {
      output.textContent = sentences.filter(Boolean).join(' ');
      buttons.again.hidden = !again;
      buttons.everywhere.hidden = !everywhere;
    },
  };
}
