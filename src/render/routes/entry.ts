import { createApp } from 'astro/app/entrypoint';
import { fromFeatures } from '../../features/registry.ts';
import { contentDir, renewViews, views } from '../../pages/_plan.ts';
import { type ListingIndex, readListings } from '../../store/read/listings.ts';
import { fillCollection } from './collections.ts';
import { planRoutes } from './plan-routes.ts';
import { renderPage, renderThrough } from './render-route.ts';
import type { Task } from './task.ts';

// Entry point of a compiled renderer. It plans the pages and documents of the site.

const app = createApp({ streaming: false });

/** Alternative to `renderPage` that uses only Astro's public API, but is slower. */
export const throughApp = renderThrough(app);

interface Plan {
  tasks: Task[];
  /** The listings that were read. Passed to the next call of `plan`, they make it faster. */
  index: ListingIndex;
  /** Notes that features reported while planning. */
  notes: string[];
}

/**
 * Plans every file of a site. If several routes have the same path, Astro's order of routes
 * decides.
 * @param known listings of the last plan
 * @param now start of the build
 */
export async function plan(known: ListingIndex, now: Date, render = renderPage): Promise<Plan> {
  const { listings, index } = await readListings(contentDir, known);
  for (const [name, rows] of Object.entries(listings)) fillCollection(name, rows);
  renewViews(now);
  const tasks = await planRoutes(app.manifest, render);
  const notes = fromFeatures(await views(), (one, plan) => one.notes?.(plan));
  return { tasks, index, notes };
}
