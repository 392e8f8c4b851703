import type { APIRoute, GetStaticPaths, InferGetStaticPropsType } from 'astro';
import { frame, views } from '../../../../pages/_plan.ts';
import { contentDir } from '../../../../pages/_source.ts';
import { readMirrored } from '../../../../store/assets.ts';
import { planOf } from '../../../registry.ts';
import { cards } from '../../feature.ts';

/** `/cards/<slug>.<digest>.jpg`, or `/cards/<slug>.jpg`: share pictures of the newest releases. */
export const getStaticPaths = (async () => {
  const core = await views();
  if (!cards.isOn(core.site.config)) return [];
  return [...planOf(cards, core).cards.values()].map(({ path, key, shown }) => ({
    params: { card: path.replace(/^cards\/|\.jpg$/g, '') },
    props: { shown },
    cacheKey: key,
  }));
}) satisfies GetStaticPaths;

/** Cached between builds, because drawing one card takes as long as rendering fifty pages. */
export const isCached = true;

export const GET: APIRoute<InferGetStaticPropsType<typeof getStaticPaths>> = async ({ props }) => {
  // Loaded on demand, because loading this module takes longer than a build with one change.
  const { releaseCard } = await import('../../release-card.ts');
  const { hero: name } = props.shown;
  const hero = name === undefined ? undefined : await readMirrored(contentDir, name);
  // An error of Satori must not fail the build.
  const card = await releaseCard(props.shown, hero).catch(standIn);
  const isWhole = name === undefined || hero !== undefined;
  return new Response(new Uint8Array(card), {
    headers: { 'content-type': 'image/jpeg', ...(!isWhole && { 'cache-control': 'no-store' }) },
  });
};

/** Returns the site's own share picture, for a card that cannot be drawn. */
async function standIn(): Promise<Uint8Array> {
  const { shareJpeg } = await import('../../../../site/shell/share-image.ts');
  return shareJpeg(await frame());
}
