/** How long the confirmation is shown, in milliseconds. */
const shownFor = 3000;

/** Copies the address of an anchor link on click, and announces it to screen readers. */
export function enhanceCopyLinks(root: ParentNode): void {
  const status = root.querySelector<HTMLElement>('[data-copied]');
  if (!status) return;
  let clearing: ReturnType<typeof setTimeout> | undefined;
  root.addEventListener('click', async ({ target }) => {
    const link = target instanceof Element && target.closest<HTMLAnchorElement>('a.anchor');
    if (!link) return;
    try {
      await navigator.clipboard.writeText(link.href);
    } catch {
      // Copying failed or needs https. The reader can use the address bar.
      return;
    }
    status.textContent = status.dataset.copied ?? '';
    clearTimeout(clearing);
    clearing = setTimeout(() => {
      status.textContent = '';
    }, shownFor);
  });
}
