import { SettingsError } from '../../../model/errors.ts';

// Maps the files of the maintainer's `pages/` to addresses in the site, and rejects files whose
// address conflicts with Waymark's own addresses.

/** A page that the maintainer wrote. */
export interface OwnPage {
  /** Path below the base, such as `about/`. */
  path: string;
  title: string;
  description: string | undefined;
}

/**
 * @param file below `pages/`, such as `team/index.md`
 * @param frontmatter of the page
 * @throws SettingsError if the title is missing, or the address is invalid or used by Waymark
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
 * Converts the name of a file to a path: `about.md` and `about/index.md` become `about/`.
 * @throws SettingsError
 */
export function ownPath(file: string): string {
  const path = `${file.replace(/(?:(?:^|\/)index)?\.(?:md|astro)$/, '')}/`;
  if (!/^(?:[a-z0-9]+(?:-[a-z0-9]+)*\/)+$/.test(path))
    throw new SettingsError(
      `pages/${file} has a name that cannot be an address. Use lower-case letters, digits and single hyphens, such as pages/our-team.md. Names that start with "_" are for files that other pages import.`,
    );
  const [first = ''] = path.split('/');
  if (isReserved(first))
    throw new SettingsError(
      `pages/${file} would have the address /${path}, but addresses below /${first}/ are Waymark's own. Give it another name.`,
    );
  return path;
}

/**
 * Checks the maintainer's pages before the build. Ignores files that do not become pages.
 * @param files below `pages/`
 * @throws SettingsError
 */
export function assertOwnPaths(files: readonly string[]): void {
  const pages = files.filter((file) => isPage(file)).sort();
  const byPath = Map.groupBy(pages, ownPath);
  for (const [path, [first, other]] of byPath)
    if (other)
      throw new SettingsError(
        `pages/${first} and pages/${other} would both have the address /${path}. Rename or remove one of them.`,
      );
}

/** Files and folders whose names start with `_` are not pages. Pages may import them. */
function isPage(file: string): boolean {
  return /\.(?:md|astro)$/.test(file) && !/(?:^|\/)_/.test(file);
}

/**
 * Whether addresses that start with this segment belong to Waymark.
 * @param first segment of a path below the base
 */
export function isReserved(first: string): boolean {
  return reserved.has(first) || /^\d+$/.test(first);
}

/**
 * First segments of Waymark's own addresses. The list does not depend on the site's content, so
 * that new content never takes the address of a maintainer's page.
 */
const reserved = new Set([
  ...['releases', 'projects', 'labels', 'types', 'pre-releases', 'page', 'all', 'atom'],
  ...['changelog', 'cards', 'roadmap', 'search', 'upgrade', 'subscribe', 'corrections'],
  ...['schema', 'widget', 'assets', '_astro', '404'],
]);
