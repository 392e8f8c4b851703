import { newestOf, type UpgradePath } from '../../site/upgrade/between.ts';
import type { IndexedStep } from '../../site/upgrade/upgrade-data.ts';
import type { UpgradeState } from '../../site/upgrade/upgrade-state.ts';
import { releaseName } from '../../site/upgrade/upgrade-view.ts';
import { part } from '../shell/part.ts';
import type { UpgradeWords } from './upgrade-notes.ts';

/** Lies below every version. */
const beginning = '0';

export interface UpgradeForm {
  /** The project that is asked for, or the only one; empty where there is no such. */
  knownProject(asked: string): string;
  /** Shows the project and lets its versions be chosen. */
  fill(project: string, releases: readonly IndexedStep[]): void;
  /** Shows what an address was taken for. */
  choose(path: UpgradePath<IndexedStep>): void;
}

/** Shows the form. @param ask told what it asks for, once a reader changes it */
export function upgradeForm(
  form: HTMLFormElement,
  words: UpgradeWords,
  ask: (asked: UpgradeState) => void,
): UpgradeForm {
  const select = (name: string) => part<HTMLSelectElement>(form, `[name=${name}]`);
  const [project, from, to] = [select('project'), select('from'), select('to')];
  let filled: readonly IndexedStep[] | undefined;
  form.hidden = false;
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('change', ({ target }) => {
    const isOther = target === project;
    ask({
      project: project.value,
      from: isOther ? '' : from.value,
      to: isOther ? '' : to.value,
    });
  });
  return {
    knownProject: (asked) => {
      const names = Array.from(project.options, ({ value }) => value);
      return names.includes(asked) ? asked : names.length === 1 ? (names[0] ?? '') : '';
    },
    fill: (list, releases) => {
      project.value = list;
      from.disabled = releases.length === 0;
      to.disabled = releases.length === 0;
      if (filled !== releases) {
        const options = releases.map((one) => new Option(releaseName(one), optionValue(one)));
        from.replaceChildren(
          new Option(words.choose, ''),
          ...options,
          new Option(words.beforeAll, beginning),
        );
        const ends = options.map((one) => one.cloneNode(true));
        to.replaceChildren(...(ends.length > 0 ? ends : [new Option(words.choose, '')]));
      }
      filled = releases;
      from.value = '';
      const newest = newestOf(releases);
      to.value = newest ? optionValue(newest) : '';
    },
    choose: (path) => {
      from.value = path.from.release ? optionValue(path.from.release) : beginning;
      to.value = path.to.release ? optionValue(path.to.release) : '';
    },
  };
}

function optionValue({ version, slug }: IndexedStep): string {
  return version?.trim() || slug;
}
