import { part } from '../../site/shell/part.ts';
import { type FoundEnd, newestOf, type UpgradePath } from './between.ts';
import type { IndexedStep } from './upgrade-data.ts';
import type { UpgradeWords } from './upgrade-notes.ts';
import type { UpgradeState } from './upgrade-state.ts';
import { versionOrTitle } from './upgrade-view.ts';

/** Value of the option "before all versions". As a version, it is lower than any release. */
const beginning = '0';

export type UpgradeForm = ReturnType<typeof upgradeForm>;

/**
 * The requested upgrade, as far as it is known. `to` is set once a project is chosen, and `path`
 * once both a project and a start version are chosen.
 */
interface ResolvedEnds {
  path?: UpgradePath<IndexedStep>;
  to?: FoundEnd<IndexedStep>;
}

/**
 * Prepares the form.
 * @param onChange receives the reader's choices whenever one changes
 */
export function upgradeForm(
  form: HTMLElement,
  words: UpgradeWords,
  onChange: (requested: UpgradeState) => void,
) {
  const select = (name: string) => part<HTMLSelectElement>(form, `[name=${name}]`);
  const [project, from, to] = [select('project'), select('from'), select('to')];
  project.disabled = false;
  form.addEventListener('change', ({ target }) => {
    const ends = target === project ? { from: '', to: '' } : { from: from.value, to: to.value };
    onChange({ project: project.value, ...ends });
  });
  return {
    /**
     * The requested project, or the only project if none is requested. Empty if the requested
     * project does not exist.
     */
    knownProject: (requested: string) => {
      const names = Array.from(project.options, ({ value }) => value);
      const isOnly = requested === '' && names.length === 1;
      return isOnly ? (names[0] ?? '') : names.includes(requested) ? requested : '';
    },
    /** The name of the project that the form shows. */
    projectName: () => project.selectedOptions[0]?.text ?? '',
    show: (list: string, releases: readonly IndexedStep[], { path, to: end }: ResolvedEnds) => {
      project.value = list;
      fillVersions([from, to], releases, words);
      const start = path?.from.release;
      from.value = start ? optionValue(start) : path ? beginning : '';
      to.value = optionValue(end?.release ?? newestOf(releases));
    },
  };
}

function fillVersions(
  [from, to]: [HTMLSelectElement, HTMLSelectElement],
  releases: readonly IndexedStep[],
  words: UpgradeWords,
): void {
  const options = () => releases.map((one) => new Option(versionOrTitle(one), optionValue(one)));
  const choose = () => new Option(words.choose, '');
  from.replaceChildren(choose(), ...options(), new Option(words.beforeAll, beginning));
  to.replaceChildren(...(releases.length > 0 ? options() : [choose()]));
  for (const one of [from, to]) one.disabled = releases.length === 0;
}

function optionValue(release: IndexedStep | undefined): string {
  return release?.version?.trim() || release?.slug || '';
}
