import type { SiteConfig } from '../config/site-config.ts';
import type { Feature } from './feature.ts';
import { search } from './search/feature.ts';

/** Every feature. Removing one removes its folder and its lines here and in `src/pages/_places/`. */
const features: readonly Feature[] = [search];

/** Those that the site shows. */
export function featuresOf(config: Pick<SiteConfig, 'show'>): Feature[] {
  return features.filter((one) => one.isOn(config));
}

/** A page or document of a feature, at its address in the site. */
interface FeatureRoute {
  /** As Astro writes it, such as `/search/[...index]`. */
  pattern: string;
  /** Its file below `src/`. */
  page: string;
}

/** The routes of all features: one that is off has no pages there. */
export const featureRoutes: readonly FeatureRoute[] = features.flatMap(({ name, routes }) =>
  routes.map((file) => ({
    pattern: `/${file.replace(/\.(?:astro|ts)$/, '')}`,
    page: `features/${name}/pages/${file}`,
  })),
);
