import { SettingsError } from '../../../model/errors.ts';
import { isStub } from '../stubs.ts';

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
  const lines = conflicts
    .slice(0, maxListed)
    .map((page) => `  ${page.pathname} (${page.route.component})`);
  const rest = conflicts.length > maxListed ? `\n  and ${conflicts.length - maxListed} more` : '';
  throw new SettingsError(
    `Pages of this site have the same addresses as pages of waymark():\n${lines.join('\n')}${rest}\nGive them other addresses, or set another base for waymark().`,
  );
}

function address({ pathname }: PlannedPage): string {
  return pathname.replace(/\/$/, '');
}
