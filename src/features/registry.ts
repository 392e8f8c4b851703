import type { SiteConfig } from '../config/site-config.ts';
import type { PageImage } from '../site/shell/head/page-image.ts';
import { cards } from './cards/feature.ts';
import { corrections } from './corrections/feature.ts';
import { digests } from './digests/feature.ts';
import type { Core, Feature } from './feature.ts';
import { filters } from './filters/feature.ts';
import { json } from './json/feature.ts';
import { markdown } from './markdown/feature.ts';
import { search } from './search/feature.ts';
import { timeline } from './timeline/feature.ts';
import { upgrade } from './upgrade/feature.ts';
import { widget } from './widget/feature.ts';

/**
 * All features. To remove a feature, delete its folder, its lines here, and its lines in the files
 * that its `feature.ts` lists.
 */
const features: readonly Feature[] = [
  cards,
  corrections,
  digests,
  filters,
  json,
  markdown,
  search,
  timeline,
  upgrade,
  widget,
];

/** The features that the settings turn on. */
export function featuresOf(config: Pick<SiteConfig, 'show'>): Feature[] {
  return features.filter((one) => one.isOn(config));
}

/** Collects one kind of contribution, such as feed items, from all features that are turned on. */
export function fromFeatures<T>(
  core: Core,
  give: (feature: Feature, plan: unknown) => T[] | undefined,
): T[] {
  return featuresOf(core.site.config).flatMap((one) => give(one, planOf(one, core)) ?? []);
}

const plans = new WeakMap<Core, Map<Feature, unknown>>();

/** Returns a feature's plan. Computes it on first use. */
export function planOf<Plan>(feature: Feature<Plan>, core: Core): Plan {
  const made = plans.get(core) ?? new Map<Feature, unknown>();
  plans.set(core, made);
  if (!made.has(feature)) made.set(feature, feature.plan?.(core));
  return made.get(feature) as Plan;
}

/** The share image of a release, from the first feature that provides a share image. */
export function shareImageOf(release: { id: string }, core: Core): PageImage | undefined {
  const [image] = fromFeatures(core, (one, plan) => {
    const own = one.shareImage?.(release, core, plan);
    return own && [own];
  });
  return image;
}

/** A page or document of a feature at its address in the site. */
interface FeatureRoute {
  /** A route pattern such as `/search/[...index]`. */
  pattern: string;
  /** Path of the route's file below `src/`. */
  page: string;
}

/**
 * The routes of all features. A feature that is turned off has routes, but generates no pages for
 * them.
 */
export const featureRoutes: readonly FeatureRoute[] = features.flatMap(({ name, routes = [] }) =>
  routes.map((file) => ({
    pattern: `/${file.replace(/\.(?:astro|ts)$/, '')}`,
    page: `features/${name}/pages/${file}`,
  })),
);
