import type { APIRoute, GetStaticPaths } from 'astro';
import { featuresOf } from '../features/registry.ts';
import { paths } from '../site/base/urls.ts';
import { headersFile } from '../site/shell/head/headers.ts';
import { redirectList, redirectsFile } from '../site/shell/head/redirects.ts';
import { readRedirects } from '../store/read/read-for-page.ts';
import { contentDir, frame } from './_plan.ts';

/**
 * Creates `/_headers`, and `/_redirects` if there are redirects. The route has a parameter because
 * Astro ignores page files whose names start with `_`.
 */
export const getStaticPaths = (async () => {
  const site = await frame();
  const headers = file(
    paths.headers(),
    headersFile(
      site,
      featuresOf(site.config).flatMap((one) => one.headers?.() ?? []),
    ),
  );
  const redirects = redirectList(await readRedirects(contentDir), site.config);
  if (redirects.length === 0) return [headers];
  return [headers, file(paths.redirects(), redirectsFile(redirects, site.urls))];
}) satisfies GetStaticPaths;

export const GET: APIRoute = ({ props }) => new Response(props.text);

function file(hosting: string, text: string) {
  return { params: { hosting }, props: { text } };
}
