import type { APIRoute, GetStaticPaths } from 'astro';
import { config } from '../../../../pages/_source.ts';
import { widget } from '../../feature.ts';
import script from '../../waymark-news.ts?script';

/**
 * `/widget/v1.js`. An incompatible change of the element's attributes or CSS parts needs a new
 * file, v2.
 */
export const getStaticPaths = (() =>
  widget.isOn(config) ? [{ params: { version: 'v1' } }] : []) satisfies GetStaticPaths;

export const GET: APIRoute = () =>
  new Response(script, { headers: { 'content-type': 'text/javascript; charset=utf-8' } });
