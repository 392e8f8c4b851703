import { part } from '../../site/shell/part.ts';

/** Buttons beside a message: `again` tries again, and `everywhere` searches without filters. */
type Remedy = 'again' | 'everywhere';

export type SearchStatus = ReturnType<typeof searchStatus>;

export function searchStatus(root: HTMLElement, does: Record<Remedy, () => void>) {
  const output = part(root, '[role=status]');
  const buttons = {
    again: part(root, '[data-again]'),
    everywhere: part(root, '[data-everywhere]'),
  };
  buttons.again.addEventListener('click', does.again);
  buttons.everywhere.addEventListener('click', does.everywhere);
  return {
    /** Announces the outcome, and shows the buttons whose value is true. */
    announce: (
      sentences: readonly (string | false)[],
      { again = false, everywhere = false }: Partial<Record<Remedy, boolean>> = {},
    ) => {
      output.textContent = sentences.filter(Boolean).join(' ');
      buttons.again.hidden = !again;
      buttons.everywhere.hidden = !everywhere;
    },
  };
}
