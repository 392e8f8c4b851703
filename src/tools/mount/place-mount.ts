import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroConfig } from 'astro';
import type { SiteConfig } from '../../config/site-config.ts';
import { SettingsError } from '../../model/errors.ts';
import { tableFiles } from '../../store/layout.ts';
import type { Mount } from './mount.ts';

/** A mount (one use of `waymark()`) together with the settings of its host site. */
export type PlacedMount = ReturnType<typeof placeMount>;

/**
 * Adds the host site's settings to a mount.
 * @param config Astro's settings after all integrations have changed them
 * @throws SettingsError that names the missing setting or file
 */
export function placeMount(mount: Mount, config: AstroConfig) {
  const root = fileURLToPath(config.root);
  const { site, base, trailingSlash, build, security, integrations } = config;
  if (site === undefined)
    throw new SettingsError(
      'waymark() needs the address of the site, for feeds and canonical links. Set site in astro.config.mjs, such as site: "https://example.com".',
    );
  const contentDir = join(root, mount.content);
  if (!existsSync(join(contentDir, tableFiles.workspace)))
    throw new SettingsError(
      `waymark() found no content in ${contentDir}. Run waymark sync first, or set content to the folder that sync writes to.`,
    );
  const layoutFile = mount.layout === undefined ? undefined : layoutIn(root, mount.layout);
  const isStarlight = integrations.some(({ name }) => name === '@astrojs/starlight');
  // The component around the pages: the site's own layout, a Starlight page, or a minimal page.
  const frame = layoutFile ? 'InLayout' : isStarlight ? 'InStarlight' : 'InOwnFrame';
  return {
    ...mount,
    settings: frame === 'InStarlight' ? withStarlightBackground(mount.settings) : mount.settings,
    contentDir,
    layoutFile,
    frame,
    origin: new URL(site).origin,
    // The site's base followed by the mount's base, such as `/docs/changelog/`.
    path: `${base.replace(/\/$/, '')}/${mount.base}/`,
    // Whether addresses of pages have no slash at their end.
    bare: trailingSlash === 'never' || (trailingSlash === 'ignore' && build.format === 'file'),
    // The directives of the site's content security policy; undefined if it has none.
    policy: policyOf(security.csp),
  };
}

/**
 * Checks a layout and returns its absolute path. It must have a slot named `head`: without it, all
 * pages would silently lose their colours and links to feeds.
 */
function layoutIn(root: string, name: string): string {
  const file = join(root, name);
  if (!existsSync(file))
    throw new SettingsError(
      `The layout ${file} of waymark() does not exist. Set layout to a layout of the site, or leave it out.`,
    );
  if (!/(["'`])head\1/.test(readFileSync(file, 'utf8')))
    throw new SettingsError(
      `${file} has no slot for the head of Waymark's pages. Add <slot name="head" /> before the end of its <head>.`,
    );
  return file;
}

/**
 * Sets the background colours to Starlight's defaults, unless the settings contain other colours.
 */
function withStarlightBackground(settings: SiteConfig): SiteConfig {
  const paper = { light: '#ffffff', dark: '#17181c', ...settings.theme.paper };
  return { ...settings, theme: { ...settings.theme, paper } };
}

function policyOf(csp: AstroConfig['security']['csp']): readonly string[] | undefined {
  if (!csp) return undefined;
  return csp === true ? [] : (csp.directives ?? []).map(String);
}
