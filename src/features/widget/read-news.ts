import type { News } from './news.ts';

const timeoutMs = 10_000;

const pending = new Map<string, Promise<News | undefined>>();

/**
 * Loads news. Elements that load the same news at the same time share one request.
 * @returns undefined if the news cannot be loaded or are invalid
 */
export function readNews({ href }: URL): Promise<News | undefined> {
  const news = pending.get(href) ?? fetchNews(href).finally(() => pending.delete(href));
  pending.set(href, news);
  return news;
}

async function fetchNews(address: string): Promise<News | undefined> {
  try {
    const response = await fetch(address, {
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const news: News = await response.json();
    return response.ok && Array.isArray(news.releases) && news.words.title ? news : undefined;
  } catch {
    return undefined;
  }
}
