import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroConfig } from 'astro';
import type { SiteConfig } from '../../config/site-config.ts';
import { SettingsError } from '../../model/errors.ts';
import { tableFiles } from '../../store/layout.ts';
import type { Mount } from './mount.ts';

/** What the pages stand in: the site's own layout, Starlight's page, or a frame of Waymark's. */
type FrameKind = 'InLayout' | 'InStarlight' | 'InOwnFrame';

/** A mount in a site whose settings are known. */
export interface PlacedMount extends Mount {
  /** Absolute. */
  contentDir: string;
  frame: FrameKind;
  /** Absolute; of the frame `InLayout` alone. */
  layoutFile: string | undefined;
  /** Such as `https://example.com`. */
  origin: string;
  /** The site's base and its own, such as `/docs/changelog/`. */
  path: string;
  /** Whether addresses of pages have no slash at their end. */
  bare: boolean;
  /** The directives of the site's policy; undefined where it has none. */
  policy: readonly string[] | undefined;
}

/**
 * @param config as all integrations have left it
 * @throws SettingsError that says what the site lacks
 */
export function placeMount(mount: Mount, config: AstroConfig): PlacedMount {
  const root = fileURLToPath(config.root);
  const { site, base, trailingSlash, build, security, integrations } = config;
  if (site === undefined)
    throw new SettingsError(
      'waymark() needs the address of the site, for feeds and canonical links. Set site in astro.config.mjs, such as site: "https://example.com".',
    );
  const contentDir = join(root, mount.content);
  if (!existsSync(join(contentDir, tableFiles.workspace)))
    throw new SettingsError(
      `waymark() finds no content in ${contentDir}. Run waymark sync first, or set content to the folder that it wrote.`,
    );
  const layoutFile = mount.layout === undefined ? undefined : layoutIn(root, mount.layout);
  const isStarlight = integrations.some(({ name }) => name === '@astrojs/starlight');
  const frame = layoutFile ? 'InLayout' : isStarlight ? 'InStarlight' : 'InOwnFrame';
  return {
    ...mount,
    settings: frame === 'InStarlight' ? onPaperOfStarlight(mount.settings) : mount.settings,
    contentDir,
    layoutFile,
    frame,
    origin: new URL(site).origin,
    path: `${base.replace(/\/$/, '')}/${mount.base}/`,
    bare: trailingSlash === 'never' || (trailingSlash === 'ignore' && build.format === 'file'),
    policy: policyOf(security.csp),
  };
}

/** Without its slot for the head, feeds and colours would be missing in every page, and no word of it. */
function layoutIn(root: string, name: string): string {
  const file = join(root, name);
  if (!existsSync(file))
    throw new SettingsError(
      `waymark() is to put its pages into ${file}, which is not there. Set layout to a layout of the site, or leave it out.`,
    );
  if (!/(["'`])head\1/.test(readFileSync(file, 'utf8')))
    throw new SettingsError(
      `${file} has no place for what Waymark's pages put into their head. Write <slot name="head" /> before the end of its <head>.`,
    );
  return file;
}

/** Its papers as it comes; whoever has others names them. */
function onPaperOfStarlight(settings: SiteConfig): SiteConfig {
  const paper = { light: '#ffffff', dark: '#17181c', ...settings.theme.paper };
  return { ...settings, theme: { ...settings.theme, paper } };
}

function policyOf(csp: AstroConfig['security']['csp']): readonly string[] | undefined {
  if (!csp) return undefined;
  return csp === true ? [] : (csp.directives ?? []).map(String);
}
