import type { APIRoute, GetStaticPaths } from 'astro';
import script from '../../features/widget/waymark-news.ts?script';
import { config } from '../_source.ts';

/** `/widget/v1.js`: its attributes and its parts stay as they are; what breaks them is a v2. */
export const getStaticPaths = (() =>
  config.show.widget ? [{ params: { version: 'v1' } }] : []) satisfies GetStaticPaths;

export const GET: APIRoute = () =>
  new Response(script, { headers: { 'content-type': 'text/javascript; charset=utf-8' } });
