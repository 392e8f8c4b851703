import type { APIRoute } from 'astro';

// A waymark: a post with one painted band.
const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path d="M11 4h10v24H11z" fill="#f6f1e7" stroke="#22201c" stroke-width="2"/><path d="M11 9h10v6H11z" fill="#b4472b"/></svg>\n';

export const GET: APIRoute = () =>
  new Response(svg, { headers: { 'content-type': 'image/svg+xml' } });
