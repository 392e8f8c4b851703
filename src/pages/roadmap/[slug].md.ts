import type { APIRoute, GetStaticPaths } from 'astro';
import { milestoneMarkdown } from '../../feeds/entry-markdown.ts';
import { readMilestone } from '../../store/read-for-page.ts';
import { contentDir, entries, siteContext } from '../_views.ts';

export const getStaticPaths = (async () => {
  const site = await siteContext();
  if (!site.config.show.roadmap) return [];
  const milestones = await entries('milestones');
  return milestones.map(({ slug }) => ({ params: { slug }, props: { site, slug } }));
}) satisfies GetStaticPaths;

type Props = Awaited<ReturnType<typeof getStaticPaths>>[number]['props'];

export const GET: APIRoute<Props> = async ({ props: { site, slug } }) =>
  new Response(milestoneMarkdown(await readMilestone(contentDir, slug), site));
