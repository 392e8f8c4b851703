import { LRUCache } from 'lru-cache';

/** Of some kB each, since entries in lists are cut. */
const rendered = new LRUCache<string, Promise<string>>({ max: 25_000 });

/**
 * HTML that many pages show alike, from the first time that one of them asked for it. It must hold
 * no script: Astro leaves out of a page what stands in it already, which is another page's matter.
 * @param key the same for the same HTML alone
 */
export function renderedOnce(key: string, render: () => Promise<string>): Promise<string> {
  const known = rendered.get(key);
  if (known) return known;
  const fresh = render();
  rendered.set(key, fresh);
  return fresh;
}
