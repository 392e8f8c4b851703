import { createRequire } from 'node:module';
import { fewOf } from '../../lib/text/text.ts';
import { SettingsError } from '../../model/errors.ts';
import { paths } from '../../site/base/urls.ts';
import { isReserved } from '../../site/shell/head/own-pages.ts';
import { isStub } from './stubs.ts';

/** A route that Astro has resolved. `pathname` is undefined if the pattern has parameters. */
interface Route {
  pattern: string;
  pathname?: string | undefined;
  entrypoint: string;
  origin: string;
}

/**
 * Checks the site's routes before the build. The site may have its own pages below the changelog's
 * base, except at addresses that Waymark uses or reserves.
 * @param patterns patterns of Waymark's routes
 * @param base path of the changelog without slashes at its ends
 * @throws SettingsError that names every conflicting page
 */
export function assertNoOtherRoute(
  routes: readonly Route[],
  patterns: ReadonlySet<string>,
  base: string,
): void {
  const shapes = new Set([...patterns].map(shapeOf));
  const others = routes.filter(({ origin, entrypoint }) => {
    return origin !== 'internal' && !isStub(entrypoint);
  });
  const conflicts = others.filter(({ pattern, pathname }) =>
    pathname === undefined ? shapes.has(shapeOf(pattern)) : isOwn(pathname, base),
  );
  if (conflicts.length === 0) return;
  const lines = conflicts.map(({ pattern, entrypoint }) => `  ${pattern} (${entrypoint})`);
  throw new SettingsError(
    `Pages of this site have addresses that waymark() uses below /${base}/:\n${lines.join('\n')}\nMove them, or set another base for waymark().`,
  );
}

/**
 * A pattern without the names of its parameters: `/a/[]` for `/a/[slug]`. Patterns that match the
 * same addresses become equal.
 */
function shapeOf(pattern: string): string {
  return pattern.replace(/\[(\.{3})?[^\]]+\]/g, '[$1]');
}

function isOwn(pathname: string, base: string): boolean {
  const path = pathname.replace(/^\/|\/$/g, '');
  if (path === base) return true;
  if (!path.startsWith(`${base}/`)) return false;
  const below = path.slice(base.length + 1);
  return isReserved(below.split('/', 1)[0] ?? '') || isOwnFile(below);
}

const major = 7;

/**
 * Checks the site's version of Astro. The integration uses internals of Astro, which change between
 * major versions.
 * @param root the site's folder
 * @throws SettingsError
 */
export function assertAstro(root: URL): void {
  const version = versionIn(root);
  if (Number.parseInt(version, 10) === major) return;
  throw new SettingsError(
    `This site has ${version ? `Astro ${version}` : 'no Astro'}, but waymark/astro needs Astro ${major}. Run npm install astro@${major}, or install a version of waymark for your Astro.`,
  );
}

function versionIn(root: URL): string {
  try {
    return createRequire(new URL('package.json', root))('astro/package.json').version;
  } catch {
    return '';
  }
}

/** A page that Astro will build: its address, and the route that renders it. */
interface PlannedPage {
  pathname: string;
  route: { component: string };
}

/** Maximum number of pages that the error message lists. */
const maxListed = 10;

/**
 * Fails the build if another page of the site, for example from a catch-all route, has the same
 * address as a page of Waymark. Astro would build only one of the two, without a warning. The check
 * covers all uses of `waymark()` in the site, because Astro runs only the check that was set last.
 * @throws SettingsError that names the pages
 */
export function assertNoOtherPage(pages: readonly PlannedPage[]): void {
  const isOurs = ({ route }: PlannedPage) => isStub(route.component);
  const ours = new Set(pages.filter(isOurs).map(address));
  const conflicts = pages.filter((page) => !isOurs(page) && ours.has(address(page)));
  if (conflicts.length === 0) return;
  const names = conflicts.map((page) => `${page.pathname} (${page.route.component})`);
  throw new SettingsError(
    `Pages of this site have the same addresses as pages of waymark():\n  ${fewOf(names, maxListed).join('\n  ')}\nGive them other addresses, or set another base for waymark().`,
  );
}

function address({ pathname }: PlannedPage): string {
  return pathname.replace(/\/$/, '');
}

/**
 * Whether Waymark itself writes this file at the root of the site.
 * @param path below the base
 */
function isOwnFile(path: string): boolean {
  return files.has(path) || /^sitemap-\d+\.xml$/.test(path);
}

const files = new Set<string>([
  ...[paths.rss(), paths.atom(), paths.jsonFeed(), paths.news(), paths.opml(), paths.feedSheet()],
  ...[paths.changelogJson(), paths.changelogMarkdown(), paths.latestJson()],
  ...[paths.llms(), paths.llmsFull(), paths.filters(), paths.colours(), paths.shareImage()],
]);
