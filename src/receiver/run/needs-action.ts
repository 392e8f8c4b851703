import { parseSiteConfig } from '../../config/site-config.ts';
import { languages, stringsFor } from '../../site/base/strings/languages/languages.ts';
import { kindOfChange } from '../../site/base/upgrade-kinds.ts';
import type { NeedsAction } from '../../sync/plan/release-log.ts';

/**
 * Whether an added change needs action, by the default of `upgrade.action` and the words of all
 * languages. A sync runs no code of the site, which must not see keys (SECURITY.md), so the site's
 * own settings do not count here.
 */
export const needsAction: NeedsAction = (type, html) =>
  sites.some((site) => kindOfChange(type, html, site) === 'action');

const config = parseSiteConfig({}, 'site.config.ts');
const sites = languages.map((language) => ({ config, strings: stringsFor(language) }));
