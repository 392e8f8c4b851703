import { fillIn } from '../../site/base/strings/fill-in.ts';
import { part } from '../../site/shell/part.ts';
import { between } from './between.ts';
import type { IndexedStep, UpgradeDocument, UpgradeIndex } from './upgrade-data.ts';
import type { UpgradeForm } from './upgrade-form.ts';
import { endNote, shortenRequest, type UpgradeWords, upgradeNotes } from './upgrade-notes.ts';
import { upgradeResult } from './upgrade-result.ts';
import type { UpgradeState } from './upgrade-state.ts';
import { upgradeView } from './upgrade-view.ts';

/**
 * Resolves to false if loading failed. Resolves to true if the plan is shown, or if a newer request
 * has replaced this one.
 */
type ShowPlan = (requested: UpgradeState) => Promise<boolean>;

/**
 * Returns a function that shows a requested plan on the page. If it is called again before a plan
 * is loaded, only the latest plan is shown.
 */
export function createPlanPresenter(
  root: HTMLElement,
  form: UpgradeForm,
  words: UpgradeWords,
): ShowPlan {
  const load = createLoader(root, form);
  const status = part(root, '[role=status]');
  const result = upgradeResult(root, words);
  let latest: symbol | undefined;
  return async (requested) => {
    const own = Symbol();
    latest = own;
    root.ariaBusy = 'true';
    const loaded = await load(requested).catch(() => undefined);
    if (latest !== own) return true;
    root.ariaBusy = null;
    if (loaded) form.show(loaded.list, loaded.releases, loaded);
    if (loaded?.path) result.show({ ...loaded, ...loaded.path, name: form.projectName() });
    else result.clear();
    root.toggleAttribute('data-idle', !loaded?.path);
    status.textContent = loaded ? notesOn(loaded, requested, words) : words.failed;
    return loaded !== undefined;
  };
}

/**
 * Returns a function that loads the versions of a project and the changes between the two requested
 * versions.
 */
function createLoader(root: HTMLElement, form: UpgradeForm) {
  const source = upgradeSource(JSON.parse(root.dataset.upgrade ?? '{}'));
  return async (requested: UpgradeState) => {
    const list = form.knownProject(requested.project);
    const index = list === '' ? undefined : await source.index(list);
    const { releases = [] } = index ?? {};
    if (!index) return { list, releases };
    const path = between<IndexedStep>(index.releases, requested);
    if (requested.from === '') return { list, releases, to: path.to };
    const view = upgradeView(await source.releases(index, path.releases));
    return { list, releases, to: path.to, path, view, order: index.order };
  };
}

type Loaded = Awaited<ReturnType<ReturnType<typeof createLoader>>>;

function notesOn({ list, to, path }: Loaded, requested: UpgradeState, words: UpgradeWords): string {
  if (path) return upgradeNotes(path, requested, words);
  if (to) return endNote(to, requested.to, words);
  const isUnknown = requested.project !== '' && list === '';
  return isUnknown
    ? fillIn(words.unknownProject, { asked: shortenRequest(requested.project) })
    : '';
}

/**
 * Fetches each document once. A document that failed is fetched again on the next call.
 * @param indexes address of each list's index, by list
 */
function upgradeSource(indexes: Record<string, string>) {
  const loaded = new Map<string, Promise<unknown>>();
  const load = <T>(address: string): Promise<T> => {
    const loading = loaded.get(address) ?? fetchJson(address);
    loaded.set(address, loading);
    loading.catch(() => loaded.delete(address));
    return loading as Promise<T>;
  };
  return {
    /** The versions of a list. @throws Error if they cannot be loaded */
    index: (list: string) => load<UpgradeIndex>(indexes[list] ?? ''),
    /**
     * The changes of these releases, in the order of `steps`.
     * @throws Error if they cannot be loaded
     */
    releases: async ({ documents }: UpgradeIndex, steps: readonly IndexedStep[]) => {
      const places = [...new Set(steps.map(({ document }) => document))];
      const parts = await Promise.all(
        places.map((place) => load<UpgradeDocument>(documents[place] ?? '')),
      );
      const bySlug = new Map(
        parts.flatMap(({ releases }) => releases).map((one) => [one.slug, one]),
      );
      return steps.flatMap(({ slug }) => bySlug.get(slug) ?? []);
    },
  };
}

async function fetchJson(address: string): Promise<unknown> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(address);
  return response.json();
}
