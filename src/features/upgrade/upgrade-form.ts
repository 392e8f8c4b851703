import { part } from '../../site/shell/part.ts';
import { type FoundEnd, newestOf, type UpgradePath } from './between.ts';
import type { IndexedStep } from './upgrade-data.ts';
import type { UpgradeWords } from './upgrade-notes.ts';
import type { UpgradeState } from './upgrade-state.ts';
import { releaseName } from './upgrade-view.ts';

/** Lies below every version. */
const beginning = '0';

export interface UpgradeForm {
  /** The project that is asked for, or the only one; empty where there is no such. */
  knownProject(asked: string): string;
  /** A project's name, by its slug. */
  nameOf(project: string): string;
  show(project: string, releases: readonly IndexedStep[], taken: Taken): void;
}

/** What was asked for was taken for; nothing of what was not asked for. */
interface Taken {
  path?: UpgradePath<IndexedStep>;
  to?: FoundEnd<IndexedStep>;
}

/** Shows the form. @param ask told what it asks for, once a reader changes it */
export function upgradeForm(
  form: HTMLElement,
  words: UpgradeWords,
  ask: (asked: UpgradeState) => void,
): UpgradeForm {
  const select = (name: string) => part<HTMLSelectElement>(form, `[name=${name}]`);
  const [project, from, to] = [select('project'), select('from'), select('to')];
  project.disabled = false;
  form.addEventListener('change', ({ target }) => {
    const ends = target === project ? { from: '', to: '' } : { from: from.value, to: to.value };
    ask({ project: project.value, ...ends });
  });
  return {
    knownProject: (asked) => {
      const names = Array.from(project.options, ({ value }) => value);
      const isOnly = asked === '' && names.length === 1;
      return isOnly ? (names[0] ?? '') : names.includes(asked) ? asked : '';
    },
    nameOf: (slug) => Array.from(project.options).find(({ value }) => value === slug)?.text ?? slug,
    show: (list, releases, taken) => {
      project.value = list;
      fillVersions([from, to], releases, words);
      const start = taken.path?.from.release;
      from.value = start ? optionValue(start) : taken.path ? beginning : '';
      to.value = optionValue(taken.to?.release ?? newestOf(releases));
    },
  };
}

function fillVersions(
  [from, to]: [HTMLSelectElement, HTMLSelectElement],
  releases: readonly IndexedStep[],
  words: UpgradeWords,
): void {
  const options = () => releases.map((one) => new Option(releaseName(one), optionValue(one)));
  const choose = () => new Option(words.choose, '');
  from.replaceChildren(choose(), ...options(), new Option(words.beforeAll, beginning));
  to.replaceChildren(...(releases.length > 0 ? options() : [choose()]));
  for (const one of [from, to]) one.disabled = releases.length === 0;
}

function optionValue(release: IndexedStep | undefined): string {
  return release?.version?.trim() || release?.slug || '';
}
