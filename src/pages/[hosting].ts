import type { APIRoute, GetStaticPaths } from 'astro';
import { redirectList, redirectsFile } from '../site/redirects.ts';
import { paths } from '../site/urls.ts';
import { readRedirects } from '../store/read-for-page.ts';
import { contentDir, frame } from './_views.ts';

/** `/_redirects`, where there are any: a file of this name cannot lie among the pages. */
export const getStaticPaths = (async () => {
  const redirects = redirectList(await readRedirects(contentDir));
  if (redirects.length === 0) return [];
  const text = redirectsFile(redirects, frame.urls);
  return [{ params: { hosting: paths.redirects() }, props: { text } }];
}) satisfies GetStaticPaths;

export const GET: APIRoute = ({ props }) => new Response(props.text);
