import type { Env } from '../../config/settings.ts';
import { SettingsError } from '../../model/errors.ts';

/**
 * Refuses sites and runs that must not announce: another site than the one in `announce.yaml`, runs
 * of pull requests, and branches other than the default one (GitHub Docs, "Default environment
 * variables"; Forgejo and Gitea set the same ones).
 * @param site address in `announce.yaml`
 * @param event JSON text of the file that GITHUB_EVENT_PATH names
 * @throws SettingsError
 */
export function refuseRun(
  site: string,
  own: string,
  { GITHUB_EVENT_NAME, GITHUB_REF_TYPE, GITHUB_REF_NAME: branch }: Env,
  event = '{}',
): void {
  if (!isSameSite(site, own))
    throw new SettingsError(
      `announce.yaml announces from ${site}, but this site is ${own} (SITE_URL and BASE_PATH). Nothing was sent. Change one of them if they are the same site.`,
    );
  if (GITHUB_EVENT_NAME?.startsWith('pull_request'))
    throw new SettingsError(
      'This run belongs to a pull request, which announces nothing. Run announce on the default branch only.',
    );
  const main = JSON.parse(event).repository?.default_branch;
  if (GITHUB_REF_TYPE === 'branch' && main && branch !== main)
    throw new SettingsError(
      `This run is on the branch ${branch}, but only ${main} announces. Run announce on ${main}.`,
    );
}

/** Whether two addresses of sites differ in nothing but a slash at the end. */
export function isSameSite(one: string, other: string): boolean {
  const plain = (url: string) => new URL(url).href.replace(/\/$/, '');
  return plain(one) === plain(other);
}
