import { createApp } from 'astro/app/entrypoint';
import { fromFeatures } from '../../features/registry.ts';
import { readRows, renewViews, views } from '../../pages/_plan.ts';
import type { ListingIndex } from '../../store/read/listings.ts';
import { planRoutes } from './plan-routes.ts';
import { renderPage, renderThrough } from './render-route.ts';

// Entry point of a compiled renderer. It plans the pages and documents of the site.

const app = createApp({ streaming: false });

/** Alternative to `renderPage` that uses only Astro's public API, but is slower. */
export const throughApp = renderThrough(app);

/**
 * Plans every file of a site. If several routes have the same path, Astro's order of routes
 * decides.
 * @param known listings of the last plan
 * @param now start of the build
 * @returns the tasks, the listings for the next call, and notes that features reported
 */
export async function plan(known: ListingIndex, now: Date, render = renderPage) {
  renewViews(now, known);
  const { index } = await readRows();
  const tasks = await planRoutes(app.manifest, render);
  const notes = fromFeatures(await views(), (one, plan) => one.notes?.(plan));
  return { tasks, index, notes };
}
