import { createRequire } from 'node:module';
import { SettingsError } from '../../../model/errors.ts';

const major = 7;

/**
 * Pages are put into a site by what this Astro does. @param root the site's
 * @throws SettingsError
 */
export function assertAstro(root: URL): void {
  const { version } = createRequire(new URL('package.json', root))('astro/package.json') as {
    version: string;
  };
  if (Number.parseInt(version, 10) === major) return;
  throw new SettingsError(
    `This site has Astro ${version}, and waymark/astro is made for Astro ${major}. Run npm install astro@${major}, or install a version of waymark for your Astro.`,
  );
}
