import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { findChromium } from '../../support/chromium.ts';

/** Runs Lighthouse on some pages; gives the points of each, from 0 to 100, by category. */
export async function runLighthouse(urls: readonly string[]): Promise<Record<string, number>[]> {
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
      const result = await lighthouse(url, {
        port: chrome.port,
        output: 'json',
        logLevel: 'error',
      });
      const categories = Object.entries(result?.lhr.categories ?? {});
      scores.push(
        Object.fromEntries(
          categories.map(([name, { score }]) => [name, Math.round((score ?? 0) * 100)]),
        ),
      );
    }
    return scores;
  } finally {
    chrome.kill();
  }
}
