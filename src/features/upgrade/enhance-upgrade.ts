import { part } from '../../site/shell/part.ts';
import { createPlanPresenter } from './plan-presenter.ts';
import { upgradeForm } from './upgrade-form.ts';
import type { UpgradeWords } from './upgrade-notes.ts';
import { readUpgrade, upgradeQuery } from './upgrade-state.ts';

/**
 * Shows the changes between the two versions in the page's address. When the reader changes the
 * form, updates the address and the changes.
 */
export function enhanceUpgrade(root: ParentNode): void {
  const planner = root.querySelector<HTMLElement>('[data-upgrade]');
  if (planner) plan(planner);
}

function plan(root: HTMLElement): void {
  const words: UpgradeWords = JSON.parse(root.dataset.words ?? '{}');
  const again = part(root, '[data-again]');
  const form = upgradeForm(part(root, '.upgrade-form'), words, (requested) => {
    history.pushState(null, '', location.pathname + upgradeQuery(requested));
    run();
  });
  const show = createPlanPresenter(root, form, words);
  let current: string | undefined;
  const run = async () => {
    current = location.search;
    again.hidden = true;
    again.hidden = await show(readUpgrade(current));
  };
  again.addEventListener('click', run);
  // Following a link to a fragment of this page also fires this event, but does not change the
  // query.
  addEventListener('popstate', () => {
    if (location.search !== current) run();
  });
  run();
}
