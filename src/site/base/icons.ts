import type { SiteConfig } from '../../config/site-config.ts';
import { paths } from './urls.ts';

const types: Record<string, string> = {
  svg: 'image/svg+xml',
  png: 'image/png',
  ico: 'image/x-icon',
};

/** The icons that the maintainer set, best first. Without such icons, the generated icon. */
export function siteIcons({ favicon }: Pick<SiteConfig, 'favicon'>) {
  const [first = paths.favicon(), ...others] = favicon;
  return [iconAt(first), ...others.map(iconAt)] as const;
}

/** @param path below the base */
function iconAt(path: string) {
  return { path, type: types[path.split('.').at(-1) ?? ''] ?? '' };
}
