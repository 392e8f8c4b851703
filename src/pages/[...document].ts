import type { APIContext, APIRoute, GetStaticPaths } from 'astro';
import { allDocuments, documentKey } from '../feeds/all-documents.ts';
import { readMilestoneEntry, readReleaseEntry } from '../store/read/read-for-page.ts';
import { contentDir, views } from './_views.ts';

/** Feeds and whatever else machines read. */
export const getStaticPaths = (async () => {
  const { site, releases, milestones, moves, shipping, upgrades, keys } = await views();
  const all = allDocuments({
    site,
    releases,
    milestones,
    upgrades,
    moves,
    shipping,
    readRelease: (slug) => readReleaseEntry(contentDir, slug),
    readMilestone: (slug) => readMilestoneEntry(contentDir, slug),
  });
  return all.map((document) => ({
    params: { document: document.path },
    props: { write: document.write },
    ...cacheKeyOf(documentKey(document, keys)),
  }));
}) satisfies GetStaticPaths;

function cacheKeyOf(cacheKey: string | undefined): { cacheKey?: string } {
  return cacheKey === undefined ? {} : { cacheKey };
}

/** What stands in one of them; builds ask for it without a response around it. */
export const textOf = ({ props }: Pick<APIContext, 'props'>): Promise<string> => props.write();

export const GET: APIRoute = async (context) => new Response(await textOf(context));
