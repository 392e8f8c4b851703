import { fileURLToPath } from 'node:url';
import type { APIRoute } from 'astro';
import { shareImage } from '../layouts/share-image.ts';
import { frame } from './_views.ts';

const font = import.meta.resolve('@fontsource/newsreader/files/newsreader-latin-500-normal.woff');

export const GET: APIRoute = async () =>
  new Response(new Uint8Array(await shareImage(frame, fileURLToPath(font))), {
    headers: { 'content-type': 'image/png' },
  });
