import type { News } from './news.ts';

const timeoutMs = 10_000;

/** Undefined where the news cannot be had, or are none: then the page's own link stays. */
export async function readNews(address: URL, signal: AbortSignal): Promise<News | undefined> {
  try {
    const answer = await fetch(address, {
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    const news: News = await answer.json();
    return answer.ok && Array.isArray(news.releases) && news.words.title ? news : undefined;
  } catch {
    return undefined;
  }
}
