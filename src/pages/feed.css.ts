import type { APIRoute } from 'astro';
import sheet from '../feeds/feed.css?raw';

/** The sheet that feeds name: it is on its own, since a feed has no other. */
export const GET: APIRoute = () =>
  new Response(sheet, { headers: { 'content-type': 'text/css; charset=utf-8' } });
