import type { RouteData } from 'astro';
import { expect, test } from 'vitest';
import { untracked } from '../../src/build/untracked-prerenderer.ts';

test('renders with Astro’s own renderer, without tracking, and says that nothing was to be tracked', async () => {
  const asked: unknown[] = [];
  const response = new Response('page');
  const renderer = untracked({
    name: 'ordinary',
    getStaticPaths: async () => [],
    render: async (_request, options) => {
      asked.push(options);
      return response;
    },
  });
  const routeData = {} as RouteData;
  const request = new Request('https://a.example/');
  expect(await renderer.render(request, { routeData, collectMetadata: true })).toEqual({
    response,
    metadata: { contentEntryKeys: [], staticImages: [] },
  });
  expect(asked).toEqual([{ routeData }]);
});
