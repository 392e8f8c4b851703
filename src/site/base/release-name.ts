import type { SiteContext } from './context.ts';

// A release's name on pages and in feeds. Also runs in browsers.

export interface Named {
  title: string;
  version: string | null;
}

type Release = Named & { project: string | null };

/** A release's name as one text, for titles in feeds and documents: "Vue 3.5.41", "Vue: Faster". */
export function fullName(release: Release, site: Projects): string {
  const { project, title } = displayName(release, site);
  return project === undefined ? title : `${project}: ${title}`;
}

/** A release's name, with its project if the site has several. */
export function displayName(release: Release, site: Projects, isMixed = true) {
  return releaseName(release, projectName(release, site), isMixed);
}

function projectName({ project }: Release, site: Projects): string | undefined {
  return hasProjects(site) ? site.projects.get(project ?? '')?.name : undefined;
}

/** A release's name in a list of releases. A list of several projects has a column for them. */
export function listedName(release: Release, site: Projects, isMixed: boolean) {
  if (!isMixed) return displayName(release, site, false);
  return nameBesideProject(release, projectName(release, site));
}

/**
 * A release's name beside the column of projects. It does not begin with the project if a version or
 * a colon follows: the title "Vue 4: faster" becomes "4: faster".
 */
export function nameBesideProject(release: Named, project: string | undefined) {
  const { title, version } = releaseName(release, project, false);
  const label = project !== undefined && findWord(title, project) === 0 ? project.length : 0;
  const rest = /^(?:\s*[:–—]\s*|\s+(?=v?\d))(.+)/.exec(title.slice(label))?.[1];
  return { project, title: label > 0 && rest ? rest : title, version };
}

type Projects = Pick<SiteContext, 'projects'>;

/** Whether names of releases include their project. */
export function hasProjects({ projects }: Projects): boolean {
  return projects.size > 1;
}

/**
 * Creates a release's name for pages, in parts of which none repeats another. For the project
 * "Vue", titles such as "v3.5.41", "Vue v3.5.41", "vue@3.5.41" and "Release 3.5.41" all become
 * "Vue 3.5.41". Titles with more words do not change.
 * @param project undefined if the site has at most one project; then the title does not change
 * @param isMixed false in a list of one project, in which names omit the project
 */
export function releaseName({ title, version }: Named, project?: string, isMixed = true) {
  const named = (name: string, before?: string) => ({
    /** Project to show before the title; undefined if the title already contains the project. */
    project: before,
    title: name,
    /** Version to show beside the title; undefined if the title already contains the version. */
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

/** Removes the project's name from the start of the title. */
function withoutStart(title: string, project: string): string {
  return findWord(title, project) === 0
    ? title.slice(project.length).replace(/^[\s@:/_–—-]+/, '')
    : title;
}

/** The position of a name as a whole word, ignoring case; -1 if the text does not contain it. */
function findWord(text: string, name: string): number {
  // Most texts lack the name, and a pattern takes long to compile.
  if (!text.toLowerCase().includes(name.toLowerCase())) return -1;
  const escaped = name.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  return text.search(new RegExp(`(?<!\\w)${escaped}(?!\\w)`, 'iu'));
}

/**
 * Whether the title contains the version. A number without dots only counts as a version if it is
 * written exactly like the version.
 */
function mentions(title: string, version: string): boolean {
  const same = plain(version);
  const found = (title.match(versions) ?? []).filter(
    (one) => /\.|^v/i.test(one) || one === version,
  );
  return [title, ...found].some((one) => plain(one) === same);
}

/** Normalises a version: "v8.2.0" and "8.2." become "8.2". */
function plain(version: string): string {
  return version
    .trim()
    .toLowerCase()
    .replace(/^v(?=\d)/, '')
    .replace(/[.+-]+$/, '')
    .replace(/(?:\.0)+(?=$|[-+])/, '');
}
