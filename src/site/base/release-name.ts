// A release's name on pages. Also runs in browsers.

/** Parts of a release's name, none of which repeats another. */
export interface ReleaseName {
  /** Before the title; undefined if the title names it. */
  project: string | undefined;
  title: string;
  /** Beside the title; undefined if the title says it. */
  version: string | undefined;
}

export interface Named {
  title: string;
  version: string | null;
}

/**
 * "Vue" and "v3.5.41" are "Vue 3.5.41", and so are "Vue v3.5.41", "vue@3.5.41" and "Release 3.5.41".
 * Titles that say more stay as they are.
 * @param project undefined if there is only one, or none: the title stays
 * @param isMixed false in a list of this project alone, which does not name it
 */
export function releaseName(
  { title, version }: Named,
  project?: string,
  isMixed = true,
): ReleaseName {
  const named = (name: string, before?: string) => ({
    project: before,
    title: name,
    version: version && !mentions(name, version) ? version : undefined,
  });
  if (project === undefined) return named(title);
  const rest = withoutStart(title, project);
  const number = rest === '' ? version : onlyVersion.exec(rest)?.[1];
  if (number) {
    const isSame = version === null || plain(number) === plain(version);
    const name = isMixed ? `${project} ${number}` : number;
    return isSame ? { project: undefined, title: name, version: undefined } : named(name);
  }
  return named(title, isMixed && findWord(title, project) < 0 ? project : undefined);
}

const onlyVersion = /^(?:(?:release|version)\s+)?v?(\d+(?:\.\d+)*(?:[-+][\w.+-]+)?)$/i;
const versions = /(?<![\w.])v?\d[\w.+-]*/gi;

/** The title after the project's name, if it starts with that. */
function withoutStart(title: string, project: string): string {
  return findWord(title, project) === 0
    ? title.slice(project.length).replace(/^[\s@:/_–—-]+/, '')
    : title;
}

/** The position of a name, in any case, that is no part of a longer Latin word; -1 if there is none. */
function findWord(text: string, name: string): number {
  const escaped = name.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  return text.search(new RegExp(`(?<!\\w)${escaped}(?!\\w)`, 'iu'));
}

/** Whether the title has the version. A number without dots may count something else. */
function mentions(title: string, version: string): boolean {
  const same = plain(version);
  const found = (title.match(versions) ?? []).filter(
    (one) => /\.|^v/i.test(one) || one === version,
  );
  return [title, ...found].some((one) => plain(one) === same);
}

/** "v8.2.0", "8.2." and "8.2" are the same. */
function plain(version: string): string {
  return version
    .trim()
    .toLowerCase()
    .replace(/^v(?=\d)/, '')
    .replace(/[.+-]+$/, '')
    .replace(/(?:\.0)+(?=$|[-+])/, '');
}
