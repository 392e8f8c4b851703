import type { ColourPair } from '../../../model/content/content.ts';

/**
 * Waymark's symbol: a post with one band in the accent colour. It is recognisable on light and dark
 * tabs.
 */
export function favicon({ light }: ColourPair): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path d="M11 4h10v24H11z" fill="#f6f1e7" stroke="#22201c" stroke-width="2"/><path d="M11 9h10v6H11z" fill="${light}"/></svg>\n`;
}
