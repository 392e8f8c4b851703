import { LRUCache } from 'lru-cache';

// Entries in lists are cut, so each is a few kB.
const rendered = new LRUCache<string, Promise<string>>({ max: 25_000 });

/**
 * Renders HTML that many pages share once. It must contain no script: Astro writes a script once per
 * page, so a copy from another page may lack it.
 * @param key equal only for equal HTML
 */
export function renderedOnce(key: string, render: () => Promise<string>): Promise<string> {
  const cached = rendered.get(key);
  if (cached) return cached;
  const fresh = render();
  rendered.set(key, fresh);
  return fresh;
}
