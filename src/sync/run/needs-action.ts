import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { parseSiteConfig } from '../../config/site-config.ts';
import { siteEnvironment } from '../../config/site-environment.ts';
import { moduleBeside } from '../../lib/files/places.ts';
import type { NeedsAction } from '../../model/content/release-log.ts';
import { SettingsError } from '../../model/errors.ts';
import { languages, stringsFor } from '../../site/base/strings/languages/languages.ts';
import { kindOfChange } from '../../site/base/upgrade-kinds.ts';

/**
 * Returns a function that decides whether a change requires action from readers, by the words of
 * all languages and by the site's setting `upgrade.action`. The setting is only read when there is
 * a change to check, because most syncs add no change to a published release.
 */
export function createNeedsAction(readAction = readUpgradeAction): NeedsAction {
  let sites: ReturnType<typeof sitesWith> | undefined;
  return (type, html) => {
    sites ??= sitesWith(readAction());
    return sites.some((site) => kindOfChange(type, html, site) === 'action');
  };
}

function sitesWith(action: string[]) {
  const config = parseSiteConfig({ upgrade: { action } }, 'site.config.ts');
  return languages.map((language) => ({ config, strings: stringsFor(language) }));
}

const program = fileURLToPath(moduleBeside('./processes/upgrade-action', import.meta.url));
const timeoutMs = 60_000;

/**
 * Reads `upgrade.action` from site.config.ts. The file is the site's own code, which must not see
 * keys (SECURITY.md), so it runs in a child process whose environment has no keys.
 * @throws SettingsError
 */
export function readUpgradeAction(): string[] {
  try {
    const output = execFileSync(process.execPath, [program], {
      env: { ...siteEnvironment(process.env) },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: timeoutMs,
    });
    // The result is the last line, because the site's own code may print lines before it.
    return z.array(z.string()).parse(JSON.parse(output.trimEnd().split('\n').at(-1) ?? ''));
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    throw new SettingsError(stderr?.trim() || message, { cause: error });
  }
}
