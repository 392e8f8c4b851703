import type { APIRoute, GetStaticPaths } from 'astro';
import { colourSheet } from '../site/colours.ts';
import { entries, frame } from './_views.ts';

/** `/colours.css`: the API's colours as classes, since the policy allows no `style` attribute. */
export const getStaticPaths = (async () => {
  const { workspace } = frame;
  const labels = await entries('labels');
  const colours = [...labels, ...workspace.change_types, ...workspace.status_types];
  const sheet = colourSheet(colours.map(({ color }) => color));
  return [{ params: { sheet: 'colours' }, props: { sheet } }];
}) satisfies GetStaticPaths;

export const GET: APIRoute = ({ props }) =>
  new Response(props.sheet, { headers: { 'content-type': 'text/css; charset=utf-8' } });
