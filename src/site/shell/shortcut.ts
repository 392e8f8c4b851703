/** Storage key under which a reader's choice to turn the shortcut off is stored. */
const storageKey = 'search-key';

/**
 * With this hash, the search page focuses its field. No element has this id, so the page does not
 * scroll.
 */
export const focusFieldHash = '#field';

/**
 * Makes the key "/" focus the page's search field or, if there is none, follow the link to the
 * search page. Readers can turn the shortcut off, as WCAG 2.2, 2.1.4 requires.
 */
export function addSearchShortcut(root: ParentNode, link: HTMLAnchorElement): void {
  // After a click with a pointer, the search page focuses its field. Keyboard users start at the
  // top of the page.
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
    // In some browsers, `select()` alone does not focus the field.
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
