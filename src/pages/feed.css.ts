import type { APIRoute } from 'astro';
import sheet from '../feeds/feed.css?raw';
import { direction } from '../site/base/context.ts';
import { frame } from './_views.ts';

/**
 * The sheet that feeds name: it is on its own, since a feed has no other; and it says which way text
 * runs, since a feed cannot.
 */
export const GET: APIRoute = () =>
  new Response(`${sheet}\n:root {\n  direction: ${direction(frame)};\n}\n`, {
    headers: { 'content-type': 'text/css; charset=utf-8' },
  });
