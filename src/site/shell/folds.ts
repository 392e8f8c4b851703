/** Opens closed `details` for printing, and if the page's URL points to an element inside. */
export function enhanceFolds(root: ParentNode): void {
  openForPrint(root);
  // A browser finds the target after the document is parsed, and so after modules run.
  for (const moment of ['load', 'hashchange']) addEventListener(moment, () => openTarget(root));
}

/** Opens closed `details` while the page is printed. */
function openForPrint(root: ParentNode): void {
  let opened: HTMLDetailsElement[] = [];
  addEventListener('beforeprint', () => {
    opened = [...root.querySelectorAll<HTMLDetailsElement>('details:not([open])')];
    for (const fold of opened) fold.open = true;
  });
  addEventListener('afterprint', () => {
    for (const fold of opened) fold.open = false;
  });
}

function openTarget(root: ParentNode): void {
  const target = root.querySelector(':target');
  const fold = target?.closest('details');
  if (!fold || fold.open) return;
  fold.open = true;
  target?.scrollIntoView();
}
