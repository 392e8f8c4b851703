import { join, resolve } from 'node:path';
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { listen } from '../src/lib/http/listen.ts';
import { createSiteServer } from '../src/publish/serve/site-server.ts';
import { buildFolder } from '../src/render/build-folder.ts';
import { paths } from '../src/site/base/urls.ts';
import { findChromium } from '../test/support/chromium.ts';

/** What Lighthouse gives a page, from 0 to 100, as on a phone. */
export interface Scores {
  path: string;
  performance: number;
  accessibility: number;
  'best-practices': number;
  seo: number;
}

/** Home, a release with everything, and the roadmap. */
const pages = [paths.home(), paths.release('what-waymark-is-for'), paths.roadmap()];

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

/** Builds the bundled sample and measures its pages in headless Chromium. */
export async function benchLighthouse(folder: string): Promise<Scores[]> {
  const outDir = join(folder, 'site');
  const { fetch } = createSiteServer({ folder: outDir });
  await using server = await listen({ fetch, port: 0 });
  const siteUrl = server.url;
  await buildFolder({ contentDir: resolve('content'), outDir, siteUrl, basePath: '/' });
  const { executablePath, env } = await findChromium();
  const chrome = await launch({
    chromePath: executablePath,
    chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-quic'],
    envVars: { ...process.env, ...env },
    logLevel: 'error',
  });
  try {
    const scores: Scores[] = [];
    for (const path of pages)
      scores.push(await scoresOf(`${server.url}/${path}`, path, chrome.port));
    return scores;
  } finally {
    chrome.kill();
  }
}

async function scoresOf(url: string, path: string, port: number): Promise<Scores> {
  const result = await lighthouse(url, { port, output: 'json', logLevel: 'error' });
  const found = result?.lhr.categories ?? {};
  const points = categories.map((name) => [name, Math.round((found[name]?.score ?? 0) * 100)]);
  return { path, ...Object.fromEntries(points) };
}
