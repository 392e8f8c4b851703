/** In milliseconds: how long it says that the address was copied. */
const shownFor = 3000;

/** A click on a link to a place on the page also copies its address, and says so politely. */
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
      // Not allowed, or not over https: the address is in the address bar.
      return;
    }
    status.textContent = status.dataset.copied ?? '';
    clearTimeout(clearing);
    clearing = setTimeout(() => {
      status.textContent = '';
    }, shownFor);
  });
}
