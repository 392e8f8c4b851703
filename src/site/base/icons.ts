import type { SiteConfig } from '../../config/site-config.ts';
import { paths } from './urls.ts';

/** An icon of the site for tabs and feed readers. */
export interface SiteIcon {
  /** Path below the base. */
  path: string;
  type: string;
}

const types: Record<string, string> = {
  svg: 'image/svg+xml',
  png: 'image/png',
  ico: 'image/x-icon',
};

/** The icons that the maintainer set, best first. Without such icons, the generated icon. */
export function siteIcons({ favicon }: Pick<SiteConfig, 'favicon'>): [SiteIcon, ...SiteIcon[]] {
  const [first = paths.favicon(), ...others] = favicon;
  return [iconAt(first), ...others.map(iconAt)];
}

function iconAt(path: string): SiteIcon {
  return { path, type: types[path.split('.').at(-1) ?? ''] ?? '' };
}
