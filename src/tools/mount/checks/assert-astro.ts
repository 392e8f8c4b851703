import { createRequire } from 'node:module';
import { SettingsError } from '../../../model/errors.ts';

const major = 7;

/**
 * Checks the site's version of Astro. The integration uses internals of Astro, which change between
 * major versions.
 * @param root the site's folder
 * @throws SettingsError
 */
export function assertAstro(root: URL): void {
  const { version } = createRequire(new URL('package.json', root))('astro/package.json') as {
    version: string;
  };
  if (Number.parseInt(version, 10) === major) return;
  throw new SettingsError(
    `This site has Astro ${version}, but waymark/astro needs Astro ${major}. Run npm install astro@${major}, or install a version of waymark for your Astro.`,
  );
}
