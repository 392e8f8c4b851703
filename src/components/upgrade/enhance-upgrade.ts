import { between } from '../../site/upgrade/between.ts';
import { fillIn } from '../../site/upgrade/fill-in.ts';
import type { IndexedStep } from '../../site/upgrade/upgrade-data.ts';
import { readUpgrade, type UpgradeState, upgradeQuery } from '../../site/upgrade/upgrade-state.ts';
import { upgradeView } from '../../site/upgrade/upgrade-view.ts';
import { part } from '../shell/part.ts';
import { upgradeForm } from './upgrade-form.ts';
import { type UpgradeWords, upgradeNotes } from './upgrade-notes.ts';
import { upgradeResult } from './upgrade-result.ts';
import { upgradeSource } from './upgrade-source.ts';

/** Shows what lies between the two versions that the address, or then the form, asks for. */
export function enhanceUpgrade(root: ParentNode): void {
  const planner = root.querySelector<HTMLElement>('[data-upgrade]');
  if (planner) plan(planner);
}

function plan(root: HTMLElement): void {
  const { upgrade = '{}', words: spoken = '{}' } = root.dataset;
  const words: UpgradeWords = JSON.parse(spoken);
  const source = upgradeSource(JSON.parse(upgrade));
  const [status, again] = [part(root, '[role=status]'), part(root, '[data-again]')];
  const result = upgradeResult(root, words);
  const form = upgradeForm(part<HTMLFormElement>(root, 'form'), words, (asked) => {
    history.pushState(null, '', location.pathname + upgradeQuery(asked));
    run();
  });
  let turn = 0;

  const show = async (asked: UpgradeState, isLate: () => boolean): Promise<void> => {
    const index = asked.project === '' ? undefined : await source.index(asked.project);
    if (isLate()) return;
    form.fill(asked.project, index?.releases ?? []);
    if (!index || asked.from === '') return result.clear();
    const path = between<IndexedStep>(index.releases, asked);
    const releases = await source.releases(index, path.releases);
    if (isLate()) return;
    form.choose(path);
    status.textContent = upgradeNotes(path, asked, words);
    result.show({ ...path, view: upgradeView(releases), list: asked.project, order: index.order });
  };
  const run = async () => {
    turn += 1;
    const own = turn;
    const isLate = () => own !== turn;
    again.hidden = true;
    status.textContent = '';
    root.ariaBusy = 'true';
    try {
      const asked = readUpgrade(location.search);
      const project = form.knownProject(asked.project);
      const isUnknown = asked.project !== '' && project !== asked.project;
      if (isUnknown) status.textContent = fillIn(words.unknownProject, { asked: asked.project });
      await show({ ...asked, project }, isLate);
    } catch {
      if (isLate()) return;
      status.textContent = words.failed;
      again.hidden = false;
    }
    if (!isLate()) root.ariaBusy = null;
  };
  again.addEventListener('click', run);
  addEventListener('popstate', run);
  run();
}
