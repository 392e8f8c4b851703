import type { APIRoute, GetStaticPaths } from 'astro';
import { feedItems, stableFeed } from '../feeds/feed.ts';
import { rss } from '../feeds/rss.ts';
import { readRelease } from '../store/read-for-page.ts';
import { contentDir, entries, siteContext } from './_views.ts';

/** `/rss.xml`: the newest stable releases. */
export const getStaticPaths = (async () => {
  const site = await siteContext();
  const newest = stableFeed(await entries('releases'), site.config.feedItems);
  return [{ params: { feed: 'rss' }, props: { site, newest } }];
}) satisfies GetStaticPaths;

type Props = Awaited<ReturnType<typeof getStaticPaths>>[number]['props'];

export const GET: APIRoute<Props> = async ({ props: { site, newest } }) => {
  const releases = await Promise.all(newest.map(({ slug }) => readRelease(contentDir, slug)));
  return new Response(rss(feedItems(releases, site), site), {
    headers: { 'content-type': 'application/rss+xml; charset=utf-8' },
  });
};
