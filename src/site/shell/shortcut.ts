/** Where a reader's wish not to have the key is kept. */
const storageKey = 'search-key';

/** Leads into the field. No element has this id: nothing is to be scrolled to. */
export const intoField = '#field';

/**
 * Lets the key "/" lead to the search: into the page's own field, or else to the page that the
 * link opens. Shortcuts of a single sign must be possible to turn off (WCAG 2.2, 2.1.4): that is
 * what the page's choice is for, where it has one.
 */
export function letSlashLead(root: ParentNode, link: HTMLAnchorElement): void {
  // Who comes by pointer comes to type; by keyboard, the page is begun at its beginning.
  link.addEventListener('pointerdown', () => {
    link.hash = intoField;
  });
  addEventListener('keydown', (event) => {
    const { key, altKey, ctrlKey, metaKey, isComposing, target } = event;
    if (key !== '/' || altKey || ctrlKey || metaKey || isComposing) return;
    if (isWritten(target) || !isWished()) return;
    event.preventDefault();
    const field = root.querySelector<HTMLInputElement>('main [type=search]');
    if (!field) {
      link.hash = intoField;
      link.click();
    }
    // Selecting alone would focus it in some browsers only.
    field?.focus();
    field?.select();
  });
  const choice = root.querySelector<HTMLInputElement>('[data-key]');
  if (!choice) return;
  choice.checked = isWished();
  choice.addEventListener('change', () => keep(choice.checked));
}

function isWished(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'off';
  } catch {
    return true;
  }
}

function keep(isOn: boolean): void {
  try {
    localStorage.setItem(storageKey, isOn ? 'on' : 'off');
  } catch {
    // Without storage it stays on.
  }
}

/** Whether a key that is pressed there writes something or chooses. */
function isWritten(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input:not([type=checkbox]),textarea,select'))
  );
}
