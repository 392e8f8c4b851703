import type { APIRoute } from 'astro';
import { colourPair } from '../model/content/colour-pair.ts';
import { favicon } from '../site/head/favicon.ts';
import { frame } from './_views.ts';

export const GET: APIRoute = () =>
  new Response(favicon(colourPair(frame.config.accent)), {
    headers: { 'content-type': 'image/svg+xml' },
  });
