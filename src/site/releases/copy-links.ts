/** How long the confirmation is shown, in milliseconds. */
const shownFor = 3000;

/** When an anchor link is clicked, copies its address and confirms this to screen readers. */
export function enableCopyLinks(root: ParentNode): void {
  const status = root.querySelector<HTMLElement>('[data-copied]');
  if (!status) return;
  let clearing: ReturnType<typeof setTimeout> | undefined;
  root.addEventListener('click', async ({ target }) => {
    const link = target instanceof Element && target.closest<HTMLAnchorElement>('a.anchor');
    if (!link) return;
    try {
      await navigator.clipboard.writeText(link.href);
    } catch {
      // Copying failed, for example because it needs https. The reader can copy from the address
      // bar instead.
      return;
    }
    status.textContent = status.dataset.copied ?? '';
    clearTimeout(clearing);
    clearing = setTimeout(() => {
      status.textContent = '';
    }, shownFor);
  });
}
