import type { APIRoute, GetStaticPaths } from 'astro';
import { milestoneMarkdown } from '../../feeds/entry-markdown.ts';
import { readMilestone } from '../../store/read-for-page.ts';
import { contentDir, views } from '../_views.ts';

export const getStaticPaths = (async () => {
  const { site, milestones, keys } = await views();
  if (!site.config.show.roadmap) return [];
  return milestones.map((one) => ({
    params: { slug: one.slug },
    props: { site, slug: one.slug },
    cacheKey: keys.page(keys.milestone(one)),
  }));
}) satisfies GetStaticPaths;

type Props = Awaited<ReturnType<typeof getStaticPaths>>[number]['props'];

export const GET: APIRoute<Props> = async ({ props: { site, slug } }) =>
  new Response(milestoneMarkdown(await readMilestone(contentDir, slug), site));
