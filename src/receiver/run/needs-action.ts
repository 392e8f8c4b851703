import { findSiteConfig, loadSiteConfig } from '../../config/load-site-config.ts';
import { languages, stringsFor } from '../../site/base/strings/languages/languages.ts';
import { kindOfChange } from '../../site/base/upgrade-kinds.ts';
import type { NeedsAction } from '../../sync/plan/release-log.ts';

/**
 * How a sync decides whether an added change needs action: by the site's settings and language.
 * @throws SettingsError
 */
export async function loadNeedsAction(
  siteConfig = findSiteConfig(undefined),
): Promise<NeedsAction> {
  const config = await loadSiteConfig(siteConfig, languages);
  const site = { config, strings: stringsFor(config.locale) };
  return (type, html) => kindOfChange(type, html, site) === 'action';
}
