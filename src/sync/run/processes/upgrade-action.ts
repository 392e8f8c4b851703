import { writeSync } from 'node:fs';
import { findSiteConfig, loadSiteConfig } from '../../../config/load-site-config.ts';
import { languages } from '../../../site/base/strings/languages/languages.ts';

// Child process that prints the site's setting `upgrade.action` as a line of JSON.

try {
  const { upgrade } = await loadSiteConfig(findSiteConfig(process.env.SITE_CONFIG), languages);
  writeSync(1, `\n${JSON.stringify(upgrade.action)}\n`);
} catch (error) {
  writeSync(2, (error as Error).message);
  process.exit(1);
}
process.exit();
