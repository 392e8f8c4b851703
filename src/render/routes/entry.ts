import { createApp } from 'astro/app/entrypoint';
import type { Cache } from '../../features/feature.ts';
import { fromFeatures } from '../../features/registry.ts';
import { contentDir, renewViews, views } from '../../pages/_plan.ts';
import { type ListingIndex, readListings } from '../../store/read/listings.ts';
import { fillCollection } from './collections.ts';
import { planRoutes } from './plan-routes.ts';
import { renderPage, renderThrough } from './render-route.ts';
import type { Task } from './task.ts';

// Entry point of a compiled renderer. It plans the pages and documents of the site.

const app = createApp({ streaming: false });

/** Renders a page through Astro's public API, which is slower. */
export const throughApp = renderThrough(app);

interface Plan {
  tasks: Task[];
  /** Listings that make the next plan faster. */
  index: ListingIndex;
  /** Notes that features reported while planning. */
  notes: string[];
}

/**
 * Plans every file of a site, in Astro's order of routes.
 * @param known listings of the last plan
 * @param now start of the build
 * @param caches of features, for the next build
 */
export async function plan(
  known: ListingIndex,
  now: Date,
  caches?: (name: string) => Cache,
  render = renderPage,
): Promise<Plan> {
  const { listings, index } = await readListings(contentDir, known);
  for (const [name, rows] of Object.entries(listings)) fillCollection(name, rows);
  renewViews(caches, now);
  const tasks = await planRoutes(app.manifest, render);
  const notes = fromFeatures(await views(), (one, plan) => one.notes?.(plan));
  return { tasks, index, notes };
}
