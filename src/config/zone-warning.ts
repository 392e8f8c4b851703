import { ownFile } from '../lib/processes/command.ts';
import { defaultTimeZone } from './time-zone.ts';

/**
 * Returns a warning if days begin at other times in the sources than on the site.
 * @param siteZone the `timeZone` of `site.config.ts`, from which a sync does not read the zone
 * @param sources the settings of `sources.yaml`; undefined if there is no such file
 */
export function zoneWarning(
  siteZone: string,
  sources: { file: string; timeZone: string } | undefined,
): string | undefined {
  const { file = 'sources.yaml', timeZone = defaultTimeZone } = sources ?? {};
  if (timeZone === siteZone) return undefined;
  const next = sources
    ? `Write timeZone: ${siteZone} into ${file}`
    : `Write ${file} with the API as its source and timeZone: ${siteZone} (${ownFile('docs/sources.md')})`;
  return `The timeZone is ${siteZone} in the site's settings, but days begin in ${timeZone} ${sources ? `by ${file}` : `without ${file}`}, so a release of today may appear too early or too late. ${next}, or change the site's settings.`;
}
