import { SettingsError } from '../../../model/errors.ts';

// Takes the files of the maintainer's `pages/`; gives the addresses that they have among the site's
// own pages, or says why they cannot.

/** A page that the maintainer wrote. */
export interface OwnPage {
  /** Below the base, such as `about/`. */
  path: string;
  title: string;
  description: string | undefined;
}

/**
 * @param file such as `team/index.md`, below `pages/`
 * @param frontmatter what the page says of itself
 * @throws SettingsError when it has no title, or an address that is none or Waymark's
 */
export function ownPage(file: string, frontmatter: unknown): OwnPage {
  const path = ownPath(file);
  const { title, description } = (frontmatter ?? {}) as Record<string, unknown>;
  if (typeof title !== 'string' || title.trim() === '')
    throw new SettingsError(
      `pages/${file} has no title. ${file.endsWith('.md') ? 'Begin it with "---", "title: About" and "---", each on a line of its own.' : 'Write export const frontmatter = { title: \'About\' } between its "---".'}`,
    );
  return { path, title, description: typeof description === 'string' ? description : undefined };
}

/**
 * `about.md` and `about/index.md` are `about/`.
 * @throws SettingsError
 */
export function ownPath(file: string): string {
  const path = `${file.replace(/(?:(?:^|\/)index)?\.(?:md|astro)$/, '')}/`;
  if (!/^(?:[a-z0-9]+(?:-[a-z0-9]+)*\/)+$/.test(path))
    throw new SettingsError(
      `pages/${file} has a name that is no address. Take small letters, digits and single hyphens, such as pages/our-team.md; what begins with "_" becomes no page.`,
    );
  const [first = ''] = path.split('/');
  if (isTaken(first))
    throw new SettingsError(
      `pages/${file} would stand at /${path}, and what begins with /${first}/ is Waymark's own. Give it another name.`,
    );
  return path;
}

/**
 * Before anything is built. @param files below `pages/`; of those that become no page nothing is said
 * @throws SettingsError
 */
export function assertOwnPaths(files: readonly string[]): void {
  const pages = files.filter((file) => isPage(file)).sort();
  const byPath = Map.groupBy(pages, ownPath);
  for (const [path, [first, other]] of byPath)
    if (other)
      throw new SettingsError(
        `pages/${first} and pages/${other} would both stand at /${path}. Rename or remove one of them.`,
      );
}

/** What is called `_…`, or lies in a folder of such a name, is for pages to import. */
function isPage(file: string): boolean {
  return /\.(?:md|astro)$/.test(file) && !/(?:^|\/)_/.test(file);
}

/** Whether Waymark's own addresses begin with it. @param first part of a path below the base */
export function isTaken(first: string): boolean {
  return taken.has(first) || /^\d+$/.test(first);
}

/** First parts of Waymark's own addresses, whatever the content: what is free today stays free. */
const taken = new Set([
  ...[
    'releases',
    'projects',
    'labels',
    'types',
    'pre-releases',
    'page',
    'all',
    'atom',
    'changelog',
    'cards',
  ],
  ...[
    'roadmap',
    'search',
    'upgrade',
    'subscribe',
    'corrections',
    'schema',
    'widget',
    'assets',
    '_astro',
    '404',
  ],
]);
