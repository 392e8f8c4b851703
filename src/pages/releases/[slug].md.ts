import type { APIRoute, GetStaticPaths } from 'astro';
import { releaseMarkdown } from '../../feeds/entry-markdown.ts';
import { readRelease } from '../../store/read-for-page.ts';
import { contentDir, views } from '../_views.ts';

export const getStaticPaths = (async () => {
  const { site, releases, keys } = await views();
  return releases.map((one) => ({
    params: { slug: one.slug },
    props: { site, slug: one.slug },
    cacheKey: keys.page(keys.release(one)),
  }));
}) satisfies GetStaticPaths;

type Props = Awaited<ReturnType<typeof getStaticPaths>>[number]['props'];

export const GET: APIRoute<Props> = async ({ props: { site, slug } }) =>
  new Response(releaseMarkdown(await readRelease(contentDir, slug), site));
