import type { APIRoute, GetStaticPaths } from 'astro';
import { assetNames, readAsset } from '../../store/assets.ts';
import { contentDir } from '../_plan.ts';

export const getStaticPaths = (async () => {
  const names = await assetNames(contentDir);
  // The file name also works as the cache key, because it is a digest of the file's content.
  return names.map((file) => ({ params: { file }, cacheKey: file }));
}) satisfies GetStaticPaths;

export const GET: APIRoute = async ({ params }) =>
  new Response(new Uint8Array(await readAsset(contentDir, params.file ?? '')));
