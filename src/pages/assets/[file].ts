import type { APIRoute, GetStaticPaths } from 'astro';
import { assetNames, readAsset } from '../../store/assets.ts';
import { contentDir } from '../_source.ts';

export const getStaticPaths = (async () => {
  const names = await assetNames(contentDir);
  // The file name is a digest of the file's content, so it also works as the cache key.
  return names.map((file) => ({ params: { file }, cacheKey: file }));
}) satisfies GetStaticPaths;

export const GET: APIRoute = async ({ params }) =>
  new Response(new Uint8Array(await readAsset(contentDir, params.file ?? '')));
