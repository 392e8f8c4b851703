import type { APIContext, APIRoute, GetStaticPaths } from 'astro';
import { getMimeType } from 'hono/utils/mime';
import { allDocuments, documentKey } from './_all-documents.ts';
import { views } from './_plan.ts';
import { siteFiles } from './_site-files.ts';

/** Feeds, other machine-readable documents, and files of the site. */
export const getStaticPaths = (async () => {
  const core = await views();
  return [...allDocuments(core), ...(await siteFiles(core))].map((document) => {
    const cacheKey = documentKey(document, core.keys);
    const { path, write, group } = document;
    return { params: { document: path }, props: { write, group }, ...(cacheKey && { cacheKey }) };
  });
}) satisfies GetStaticPaths;

/** Documents of a group share their input, so one process renders the whole group. */
export const fileGroup = ({ group }: APIContext['props']): string | undefined => group;

/** A document's text. Builds use this instead of `GET`, because they need no response. */
export const textOf = ({ props }: Pick<APIContext, 'props'>): Promise<string> => props.write();

export const GET: APIRoute = async (context) => {
  const type = getMimeType(context.params.document ?? '') ?? 'text/plain';
  return new Response(await textOf(context), { headers: { 'content-type': type } });
};
