/**
 * Shows the copy buttons if the browser lets scripts write to the clipboard. A button copies the
 * text before it.
 */
export function enableCopyLines(root: ParentNode): void {
  if (!navigator.clipboard) return;
  for (const button of root.querySelectorAll<HTMLButtonElement>('[data-copy]')) {
    const { copied = '' } = button.dataset;
    const copy = button.previousElementSibling?.textContent ?? '';
    button.hidden = false;
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(copy);
      button.textContent = copied;
      button.setAttribute('aria-live', 'polite');
    });
  }
}
