import { createApp } from 'astro/app/entrypoint';
import type { Cache } from '../../features/feature.ts';
import { fromFeatures } from '../../features/registry.ts';
import { contentDir, renewViews, views } from '../../pages/_plan.ts';
import { type ListingIndex, readListings } from '../../store/read/listings.ts';
import { fillCollection } from './collections.ts';
import { planRoutes } from './plan-routes.ts';
import { renderPage, renderThrough } from './render-route.ts';
import type { Task } from './task.ts';

// What a renderer is made from: the site's pages and documents, and this, which plans them.

const app = createApp({ streaming: false });

/** The other way of rendering, which is slower. */
export const throughApp = renderThrough(app);

interface Plan {
  tasks: Task[];
  /** What was read of the content, for the next plan. */
  index: ListingIndex;
  /** What features report. */
  notes: string[];
}

/**
 * Every file of a site that the content gives, in the order in which Astro gives them.
 * @param known what was read of the content before @param now when the build began @param caches where features keep what the next build can use
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
