import type { APIRoute, GetStaticPaths } from 'astro';
import { colourPair } from '../model/content/colour-pair.ts';
import { colourSheet } from '../site/base/colours.ts';
import { frame, views } from './_views.ts';

/** `/colours.css`: the accent, and the API's colours as classes, since no `style` attribute is allowed. */
export const getStaticPaths = (async () => {
  const { workspace, config } = frame;
  const { labels } = (await views()).site;
  const colours = [...labels.values(), ...workspace.change_types, ...workspace.status_types];
  const accent = colourPair(config.accent);
  const sheet = colourSheet(
    colours.map(({ color }) => color),
    accent,
  );
  return [{ params: { sheet: 'colours' }, props: { sheet } }];
}) satisfies GetStaticPaths;

export const GET: APIRoute = ({ props }) =>
  new Response(props.sheet, { headers: { 'content-type': 'text/css; charset=utf-8' } });
