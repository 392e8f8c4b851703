import { SettingsError } from '../../../model/errors.ts';
import { isOwnFile } from '../../../site/shell/head/own-files.ts';
import { isTaken } from '../../../site/shell/head/own-pages.ts';
import { isStub } from '../stubs.ts';

/** As Astro tells of one: `pathname` where there are no parameters in it. */
interface Route {
  pattern: string;
  pathname?: string | undefined;
  entrypoint: string;
  origin: string;
}

/**
 * Before anything is built: a page of the site may stand below the changelog, but not at an address
 * that is, or may come to be, the changelog's own.
 * @param patterns of the mount's routes @param base the mount's, without slashes at its ends
 * @throws SettingsError that names every such page
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
  const meeting = others.filter(({ pattern, pathname }) =>
    pathname === undefined ? shapes.has(shapeOf(pattern)) : isOwn(pathname, base),
  );
  if (meeting.length === 0) return;
  const lines = meeting.map(({ pattern, entrypoint }) => `  ${pattern} (${entrypoint})`);
  throw new SettingsError(
    `Pages of this site stand where waymark() puts its own, below /${base}/:\n${lines.join('\n')}\nMove them, or give waymark() another base.`,
  );
}

/** A pattern whatever its parameters are called. */
function shapeOf(pattern: string): string {
  return pattern.replace(/\[(\.{3})?[^\]]+\]/g, '[$1]');
}

function isOwn(pathname: string, base: string): boolean {
  const path = pathname.replace(/^\/|\/$/g, '');
  if (path === base) return true;
  if (!path.startsWith(`${base}/`)) return false;
  const below = path.slice(base.length + 1);
  return isTaken(below.split('/', 1)[0] ?? '') || isOwnFile(below);
}
