/** Storage key under which a reader's choice to turn the shortcut off is stored. */
const storageKey = 'search-key';

/** Opens the search page with its field focused. No element has this id, so nothing scrolls. */
export const focusFieldHash = '#field';

/**
 * Makes "/" open the search: focuses the page's own field, otherwise follows the link. WCAG 2.2,
 * 2.1.4 requires a way to turn off one-key shortcuts; pages can offer one.
 */
export function addSearchShortcut(root: ParentNode, link: HTMLAnchorElement): void {
  // A pointer user wants to type, so the field gets the focus. Keyboard users start at the top of
  // the page.
  link.addEventListener('pointerdown', () => {
    link.hash = focusFieldHash;
  });
  addEventListener('keydown', (event) => {
    const { key, altKey, ctrlKey, metaKey, isComposing, target } = event;
    if (key !== '/' || altKey || ctrlKey || metaKey || isComposing) return;
    if (usesKeys(target) || !isShortcutOn()) return;
    event.preventDefault();
    const field = root.querySelector<HTMLInputElement>('main [type=search]');
    if (!field) {
      link.hash = focusFieldHash;
      link.click();
    }
    // Needed because `select()` does not focus the field in some browsers.
    field?.focus();
    field?.select();
  });
  const choice = root.querySelector<HTMLInputElement>('[data-key]');
  if (!choice) return;
  choice.checked = isShortcutOn();
  choice.addEventListener('change', () => store(choice.checked));
}

function isShortcutOn(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'off';
  } catch {
    return true;
  }
}

function store(isOn: boolean): void {
  try {
    localStorage.setItem(storageKey, isOn ? 'on' : 'off');
  } catch {
    // Without storage, the shortcut stays on.
  }
}

/** Whether an element uses the key itself, as text fields and selects do. */
function usesKeys(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input:not([type=checkbox]),textarea,select'))
  );
}
