import { fillIn } from '../../site/base/strings/fill-in.ts';
import { part } from '../../site/shell/part.ts';
import { between } from './between.ts';
import type { IndexedStep } from './upgrade-data.ts';
import type { UpgradeForm } from './upgrade-form.ts';
import { asAsked, endNote, type UpgradeWords, upgradeNotes } from './upgrade-notes.ts';
import { upgradeResult } from './upgrade-result.ts';
import { upgradeSource } from './upgrade-source.ts';
import type { UpgradeState } from './upgrade-state.ts';
import { upgradeView } from './upgrade-view.ts';

/** Gives whether it went well, which it also did where something else was asked for meanwhile. */
type ShowPlan = (asked: UpgradeState) => Promise<boolean>;

/** What shows on the page what is asked for; of two that overlap, the later one. */
export function planShower(root: HTMLElement, form: UpgradeForm, words: UpgradeWords): ShowPlan {
  const load = loader(root, form);
  const status = part(root, '[role=status]');
  const result = upgradeResult(root, words);
  let latest: symbol | undefined;
  return async (asked) => {
    const own = Symbol();
    latest = own;
    root.ariaBusy = 'true';
    const loaded = await load(asked).catch(() => undefined);
    if (latest !== own) return true;
    root.ariaBusy = null;
    if (loaded) form.show(loaded.list, loaded.releases, loaded);
    if (loaded?.path) result.show({ ...loaded, ...loaded.path, name: form.nameOf(loaded.list) });
    else result.clear();
    root.toggleAttribute('data-idle', !loaded?.path);
    status.textContent = loaded ? wordsOn(loaded, asked, words) : words.failed;
    return loaded !== undefined;
  };
}

/** Gives the versions of the project, and what lies between those that are asked for. */
function loader(root: HTMLElement, form: UpgradeForm) {
  const source = upgradeSource(JSON.parse(root.dataset.upgrade ?? '{}'));
  return async (asked: UpgradeState) => {
    const list = form.knownProject(asked.project);
    const index = list === '' ? undefined : await source.index(list);
    const { releases = [] } = index ?? {};
    if (!index) return { list, releases };
    const path = between<IndexedStep>(index.releases, asked);
    if (asked.from === '') return { list, releases, to: path.to };
    const view = upgradeView(await source.releases(index, path.releases));
    return { list, releases, to: path.to, path, view, order: index.order };
  };
}

type Loaded = Awaited<ReturnType<ReturnType<typeof loader>>>;

function wordsOn({ list, to, path }: Loaded, asked: UpgradeState, words: UpgradeWords): string {
  if (path) return upgradeNotes(path, asked, words);
  if (to) return endNote(to, asked.to, words);
  const isUnknown = asked.project !== '' && list === '';
  return isUnknown ? fillIn(words.unknownProject, { asked: asAsked(asked.project) }) : '';
}
