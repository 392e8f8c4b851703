import type { APIRoute, GetStaticPaths } from 'astro';
import { allDocuments } from '../feeds/all-documents.ts';
import { readMilestoneEntry, readReleaseEntry } from '../store/read/read-for-page.ts';
import { contentDir, views } from './_views.ts';

/**
 * Feeds and whatever else machines read. `npm run build` writes them in a process of their own,
 * while pages are rendered: through a route, each of thousands of files costs as much as a page.
 */
export const getStaticPaths = (async () => {
  if (import.meta.env.DOCUMENTS_APART) return [];
  const { site, releases, milestones } = await views();
  const all = allDocuments({
    site,
    releases,
    milestones,
    readRelease: (slug) => readReleaseEntry(contentDir, slug),
    readMilestone: (slug) => readMilestoneEntry(contentDir, slug),
  });
  return all.map(({ path, write }) => ({ params: { document: path }, props: { write } }));
}) satisfies GetStaticPaths;

export const GET: APIRoute = async ({ props }) => new Response(await props.write());
