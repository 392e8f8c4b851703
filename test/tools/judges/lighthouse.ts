import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { median } from '../../../bench/support/measure.ts';
import { findChromium } from '../../support/chromium.ts';

/**
 * Runs Lighthouse on some pages. Returns the medians of each page: points from 0 to 100 by category,
 * and the cumulative layout shift as `shift`.
 */
export async function runLighthouse(
  urls: readonly string[],
  runs: number,
): Promise<Record<string, number>[]> {
  const { executablePath, env } = await findChromium();
  const chrome = await launch({
    chromePath: executablePath,
    chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-quic'],
    envVars: { ...process.env, ...env },
    logLevel: 'error',
  });
  try {
    const scores: Record<string, number>[] = [];
    for (const url of urls) {
      const results: Record<string, number>[] = [];
      for (let run = 0; run < runs; run += 1) results.push(await pointsOf(url, chrome.port));
      const names = Object.keys(results[0] ?? {});
      scores.push(
        Object.fromEntries(
          names.map((name) => [name, median(results.map((one) => one[name] ?? 0))]),
        ),
      );
    }
    return scores;
  } finally {
    chrome.kill();
  }
}

async function pointsOf(url: string, port: number): Promise<Record<string, number>> {
  const result = await lighthouse(url, { port, output: 'json', logLevel: 'error' });
  const categories = Object.entries(result?.lhr.categories ?? {});
  return {
    ...Object.fromEntries(
      categories.map(([name, { score }]) => [name, Math.round((score ?? 0) * 100)]),
    ),
    shift: result?.lhr.audits['cumulative-layout-shift']?.numericValue ?? Number.NaN,
  };
}
