import { SettingsError } from '../../../model/errors.ts';
import { isStub } from '../stubs.ts';

/** A page that is to be built: its address, and the route that makes it. */
interface PlannedPage {
  pathname: string;
  route: { component: string };
}

/** At most that many are named. */
const enough = 10;

/**
 * Fails a build in which a page of the site's, such as one of a catch-all route, has an address of
 * the changelog's: Astro would build one of the two, and say no word to readers of the other.
 * It looks for all mounts of the site, since Astro asks the last of them alone.
 * @throws SettingsError that names them
 */
export function assertNoOtherPage(pages: readonly PlannedPage[]): void {
  const isOurs = ({ route }: PlannedPage) => isStub(route.component);
  const ours = new Set(pages.filter(isOurs).map(address));
  const meeting = pages.filter((page) => !isOurs(page) && ours.has(address(page)));
  if (meeting.length === 0) return;
  const lines = meeting
    .slice(0, enough)
    .map((page) => `  ${page.pathname} (${page.route.component})`);
  const rest = meeting.length > enough ? `\n  and ${meeting.length - enough} more` : '';
  throw new SettingsError(
    `Pages of this site have the addresses of pages that waymark() makes:\n${lines.join('\n')}${rest}\nGive them other addresses, or waymark() another base.`,
  );
}

function address({ pathname }: PlannedPage): string {
  return pathname.replace(/\/$/, '');
}
