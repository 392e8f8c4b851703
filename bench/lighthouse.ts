import { join, resolve } from 'node:path';
import { listen } from '../src/lib/http/listen.ts';
import { createSiteServer } from '../src/publish/serve/site-server.ts';
import { buildFolder } from '../src/render/build-folder.ts';
import { paths } from '../src/site/base/urls.ts';
import { importTool } from '../test/support/judges.ts';

/** What Lighthouse gives a page, from 0 to 100, as on a phone. */
export interface Scores {
  path: string;
  performance: number;
  accessibility: number;
  'best-practices': number;
  seo: number;
  /** Cumulative layout shift, the median of all runs. */
  shift: number;
}

type RunLighthouse = (urls: readonly string[], runs: number) => Promise<Omit<Scores, 'path'>[]>;

/** One page of each kind. */
const pages = [
  ...[paths.home(), paths.release('what-waymark-is-for'), paths.releases(), paths.project('site')],
  ...[paths.roadmap(), paths.roadmapTimeline(), paths.upgrade(), paths.search()],
];

/** Builds the bundled sample and measures its pages in headless Chromium: medians of five runs. */
export async function benchLighthouse(folder: string): Promise<Scores[]> {
  const outDir = join(folder, 'site');
  const { fetch } = createSiteServer({ folder: outDir });
  await using server = await listen({ fetch, port: 0 });
  const siteUrl = server.url;
  await buildFolder({ contentDir: resolve('content'), outDir, siteUrl, basePath: '/' });
  const { runLighthouse } = await importTool('lighthouse');
  const urls = pages.map((path) => `${server.url}/${path}`);
  const scores = await (runLighthouse as RunLighthouse)(urls, 5);
  return scores.map((points, index) => ({ path: pages[index] ?? '', ...points }));
}
