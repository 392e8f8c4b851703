import { part } from '../../site/shell/part.ts';
import { planShower } from './plan-shower.ts';
import { upgradeForm } from './upgrade-form.ts';
import type { UpgradeWords } from './upgrade-notes.ts';
import { readUpgrade, upgradeQuery } from './upgrade-state.ts';

/** Shows what lies between the two versions that the address, or then the form, asks for. */
export function enhanceUpgrade(root: ParentNode): void {
  const planner = root.querySelector<HTMLElement>('[data-upgrade]');
  if (planner) plan(planner);
}

function plan(root: HTMLElement): void {
  const words: UpgradeWords = JSON.parse(root.dataset.words ?? '{}');
  const again = part(root, '[data-again]');
  const form = upgradeForm(part(root, '.upgrade-form'), words, (asked) => {
    history.pushState(null, '', location.pathname + upgradeQuery(asked));
    run();
  });
  const show = planShower(root, form, words);
  let shown: string | undefined;
  const run = async () => {
    shown = location.search;
    again.hidden = true;
    again.hidden = await show(readUpgrade(shown));
  };
  again.addEventListener('click', run);
  // A link to a part of the page changes the address, too.
  addEventListener('popstate', () => {
    if (location.search !== shown) run();
  });
  run();
}
