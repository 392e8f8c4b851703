import type { APIRoute, GetStaticPaths } from 'astro';
import { releaseMarkdown } from '../../feeds/entry-markdown.ts';
import { readRelease } from '../../store/read-for-page.ts';
import { contentDir, entries, siteContext } from '../_views.ts';

export const getStaticPaths = (async () => {
  const site = await siteContext();
  const releases = await entries('releases');
  return releases.map(({ slug }) => ({ params: { slug }, props: { site, slug } }));
}) satisfies GetStaticPaths;

type Props = Awaited<ReturnType<typeof getStaticPaths>>[number]['props'];

export const GET: APIRoute<Props> = async ({ props: { site, slug } }) =>
  new Response(releaseMarkdown(await readRelease(contentDir, slug), site));
