import type { APIRoute, GetStaticPaths } from 'astro';
import { documents } from '../feeds/documents.ts';
import { readMilestone, readRelease } from '../store/read-for-page.ts';
import { contentDir, views } from './_views.ts';

/** Feeds and whatever else machines read. One route, so that they share what they are made of. */
export const getStaticPaths = (async () => {
  const { site, releases, milestones, keys } = await views();
  const all = documents({
    ...{ site, releases, milestones },
    readRelease: (slug) => readRelease(contentDir, slug),
    readMilestone: (slug) => readMilestone(contentDir, slug),
  });
  return all.map(({ path, shows, write }) => ({
    params: { document: path },
    props: { write },
    ...(shows && {
      cacheKey: keys.page(
        shows.releases.map(keys.release),
        shows.milestones.map(keys.milestone),
        shows.beside,
      ),
    }),
  }));
}) satisfies GetStaticPaths;

type Props = Awaited<ReturnType<typeof getStaticPaths>>[number]['props'];

export const GET: APIRoute<Props> = async ({ props }) => new Response(await props.write());
