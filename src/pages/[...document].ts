import type { APIContext, APIRoute, GetStaticPaths } from 'astro';
import { allDocuments, documentKey } from './_all-documents.ts';
import { views } from './_plan.ts';

/** Feeds and other machine-readable documents. */
export const getStaticPaths = (async () => {
  const core = await views();
  return allDocuments(core).map((document) => ({
    params: { document: document.path },
    props: { write: document.write, group: document.group },
    ...cacheKeyOf(documentKey(document, core.keys)),
  }));
}) satisfies GetStaticPaths;

function cacheKeyOf(cacheKey: string | undefined): { cacheKey?: string } {
  return cacheKey === undefined ? {} : { cacheKey };
}

/** Documents of a group share their input, so one process renders the whole group. */
export const fileGroup = ({ group }: APIContext['props']): string | undefined => group;

/** A document's text. Builds use this instead of `GET`, because they need no response. */
export const textOf = ({ props }: Pick<APIContext, 'props'>): Promise<string> => props.write();

export const GET: APIRoute = async (context) => new Response(await textOf(context));
