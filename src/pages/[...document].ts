import type { APIContext, APIRoute, GetStaticPaths } from 'astro';
import { getMimeType } from 'hono/utils/mime';
import { allDocuments, documentKey } from './_all-documents.ts';
import { alsoAtOldAddresses } from './_moved.ts';
import { views } from './_plan.ts';
import { siteFiles } from './_site-files.ts';

/** Feeds, other machine-readable documents, and files of the site. */
export const getStaticPaths = (async () => {
  const core = await views();
  const documents = alsoAtOldAddresses(allDocuments(core), core.redirects);
  return [...documents, ...siteFiles(core)].map((document) => {
    const cacheKey = documentKey(document, core.keys);
    const { path, write, group, mayBeEmpty } = document;
    const props = { write, group, mayBeEmpty };
    return { params: { document: path }, props, ...(cacheKey && { cacheKey }) };
  });
}) satisfies GetStaticPaths;

/** Documents of a group share their input, so one process renders the whole group. */
export const fileGroup = ({ group }: APIContext['props']): string | undefined => group;

/** A document's text. Builds use this instead of `GET`, because they need no response. */
export const textOf = async ({
  params,
  props,
}: Pick<APIContext, 'params' | 'props'>): Promise<string> => {
  const text: string = await props.write();
  if (text !== '' || props.mayBeEmpty) return text;
  throw new Error(`The text of ${params.document} is empty.`);
};

export const GET: APIRoute = async (context) => {
  const type = getMimeType(context.params.document ?? '') ?? 'text/plain';
  return new Response(await textOf(context), { headers: { 'content-type': type } });
};
